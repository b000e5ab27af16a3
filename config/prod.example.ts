import type { StageSettings } from "../lib/cloud/settings.ts";

/**
 * Copy this file to `config/prod.ts` for a production stage. The name of the stage makes it one: resources that hold
 * data are protected from deletion, and a tenth of the calls tries new code first. Never write secrets here, only
 * references to them.
 */
export const settings: StageSettings = {
  account: "123456789012",
  region: "eu-central-1",

  // Deployed by a pipeline: docs/deploy.md, From a pipeline.
  // pipelineRepository: "owner/name",
  // bootstrapQualifier: "heraldprod",

  oidcIssuer: "https://identity.example.com",
  oidcAudience: "herald",
  panelClientId: "herald-panel",

  // Callers use this domain name. CloudFront takes its certificate from us-east-1, whatever the region above.
  domainName: "herald.example.com",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000",
  // webAclArn: "arn:aws:wafv2:us-east-1:123456789012:global/webacl/herald/00000000-0000-0000-0000-000000000000",

  alarmTopicArn: "arn:aws:sns:eu-central-1:123456789012:on-call",
  logRetentionDays: 90,

  // Mails come back to addresses of this domain: docs/deliverability.md, Mails that come back.
  // bounceDomain: "bounces.example.com",

  // These settings are for the chat channel's media. docs/media.md explains how to make the two keys.
  mediaBucket: "herald-media-example",
  mediaPublicKeyId: "K2JCJMDEHXQW5F",
  mediaPrivateKeySealed: "AQICAHg=",

  // Where the region has no Lambda Web Functions: docs/deploy.md, Uploads.
  // uploads: false,

  // Mail from a fixed address, or to servers of your own network: docs/deploy.md, A network for mail.
  // vpcId: "vpc-0123456789abcdef0",
  // subnetIds: ["subnet-0123456789abcdef0", "subnet-0fedcba9876543210"],

  // To rotate the secret, raise this number by one and deploy: docs/deploy.md, Rotation.
  originSecretGeneration: 1,
};
