/** These settings switch on everything that a deployment may have. */
export const PRODUCTION = {
  stage: "prod",
  account: "123456789012",
  region: "eu-central-1",
  oidcIssuer: "https://identity.example.com",
  oidcAudience: "herald",
  domainName: "herald.example.com",
  certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/00000000-0000-0000-0000-000000000000",
  mediaBucket: "herald-media-test",
  mediaDeliveryUrl: "https://herald.example.com/media",
  mediaPublicKeyId: "K2JCJMDEHXQW5F",
  mediaPrivateKeySealed: "AQICAHg=",
  httpApiProvider: true,
  bounceDomain: "bounces.example.com",
};
