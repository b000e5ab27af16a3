import type { StageSettings } from "../lib/cloud/settings.ts";

/**
 * A production stage, to be copied to `config/prod.ts`. Its name makes it one: what holds data is protected from deletion, and new
 * code is tried out on a tenth of the calls first. Secrets are never written here, only what refers to them.
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

  // The name and its certificate, which CloudFront takes from us-east-1 whatever the region above.
  domainName: "herald.example.com",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000",
  // webAclArn: "arn:aws:wafv2:us-east-1:123456789012:global/webacl/herald/00000000-0000-0000-0000-000000000000",

  alarmTopicArn: "arn:aws:sns:eu-central-1:123456789012:on-call",
  logRetentionDays: 90,

  // The chat channel's media; docs/media.md tells how the two keys are made.
  mediaBucket: "herald-media-example",
  mediaPublicKeyId: "K2JCJMDEHXQW5F",
  mediaPrivateKeySealed: "AQICAHg=",

  // Mail from a fixed address, or to servers of your own network: docs/deploy.md, A network for mail.
  // vpcId: "vpc-0123456789abcdef0",
  // subnetIds: ["subnet-0123456789abcdef0", "subnet-0fedcba9876543210"],

  // Raise it by one and deploy: docs/deploy.md, Rotation.
  originSecretGeneration: 1,
};
