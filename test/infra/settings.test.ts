import { describe, expect, it } from "vitest";
import { settings as prodExample } from "../../config/prod.example.ts";
import { leaseBounds, readSettings, SettingsError } from "../../lib/cloud/settings.ts";
import { settingsOfStage } from "../../lib/cloud/stage-file.ts";
import { contextOfCdkJson, refuseHiddenSettings } from "../../ops/synthesis/cdk-context.ts";

const read = (context: Record<string, unknown>) => readSettings({ tryGetContext: (key: string) => context[key] });
const minimal = { stage: "dev", oidcIssuer: "https://identity.example.com" };

describe("readSettings()", () => {
  it("takes the specification's values where a deployment says nothing", () => {
    expect(read(minimal)).toEqual({
      ...minimal,
      isProduction: false,
      keepsData: true,
      recorder: false,
      requiredScope: "notifications",
      administratorRole: "admin",
      metaApiVersion: "v24.0",
      templateReconcileMinutes: 60,
      uploads: true,
      httpApiProvider: false,
      webhookHttp: false,
      directCalls: true,
      backoffBaseSeconds: 30,
      deliveryWindowSeconds: 0,
      leaseSeconds: 90,
      contentKeptDays: 7,
      recordKeptDays: 90,
      routineLogShare: 1,
      rateRefillPerSecond: 1,
      rateBurst: 30,
      privateNetworkAllow: [],
      subnetIds: [],
      securityGroupIds: [],
      vpcIpv6: false,
      bootstrapQualifier: "hnb659fds",
      mcpAllowedOrigins: [],
      mediaKeyPrefix: "inbound",
      mediaUrlSeconds: 900,
      edgeAccessLogs: false,
      originSecretGeneration: 1,
      oidcOrigins: [],
      panelClientId: "herald-panel",
      panelScope: "openid profile email offline_access",
      isCanary: false,
      deployAtOnce: false,
      logRetentionDays: 30,
      gatewayRequestsPerSecond: 2000,
      gatewayBurst: 4000,
    });
  });

  it("reads text from the command line as it reads values from cdk.json", () => {
    const given = {
      httpApiProvider: "true",
      rateBurst: "5",
      logRetentionDays: "7",
      privateNetworkAllow: "10.0.0.0/8, relay",
      vpcId: "vpc-0a1b2c3d",
      subnetIds: "subnet-0a1b2c3d, subnet-0b1b2c3d",
    };
    expect(read({ ...minimal, ...given })).toMatchObject({
      httpApiProvider: true,
      rateBurst: 5,
      logRetentionDays: 7,
      privateNetworkAllow: ["10.0.0.0/8", "relay"],
      subnetIds: ["subnet-0a1b2c3d", "subnet-0b1b2c3d"],
    });
    const network = { vpcId: given.vpcId, subnetIds: ["subnet-0a1b2c3d"], privateNetworkAllow: ["10.0.0.0/8"] };
    expect(read({ ...minimal, ...network })).toMatchObject(network);
  });

  it("takes further origins of the identity provider, and nothing else for one", () => {
    const origins = ["https://a.auth.eu-central-1.amazoncognito.com", "https://id.example.com:8443"];
    expect(read({ ...minimal, oidcOrigins: origins }).oidcOrigins).toEqual(origins);
    expect(read({ ...minimal, oidcOrigins: origins.join(", ") }).oidcOrigins).toEqual(origins);
    for (const wrong of [
      "http://id.example.com",
      "https://id.example.com/",
      "https://id.example.com/oauth2/token",
      "https://*.example.com",
      "https://id.example.com:443",
      "https://id.example.com:99999",
      "https://id.example.com; script-src *",
      "id.example.com",
    ])
      expect(() => read({ ...minimal, oidcOrigins: [wrong] })).toThrow("oidcOrigins");
    expect(() => read({ ...minimal, oidcOrigins: Array(6).fill(origins[0]) })).toThrow("oidcOrigins");
  });

  it.each([
    [{ stage: "prod" }, true],
    [{ stage: "production" }, true],
    [{ stage: "dev" }, false],
    [{ stage: "dev", production: true }, true],
    [{ stage: "prod", production: "false" }, false],
  ])("takes %j for a production stage: %s", (given, isProduction) => {
    expect(read({ ...minimal, ...given }).isProduction).toBe(isProduction);
  });

  it("keeps a record longer than its content", () => {
    const given = { ...minimal, contentKeptDays: "30" };
    expect(read({ ...given, recordKeptDays: "31" })).toMatchObject({ contentKeptDays: 30, recordKeptDays: 31 });
    for (const recordKeptDays of [1, 30])
      expect(() => read({ ...given, recordKeptDays })).toThrow("recordKeptDays: must be at least 31");
    expect(() => read({ ...minimal, contentKeptDays: 0 })).toThrow("contentKeptDays: ");
  });

  it("names every setting that is missing or wrong", () => {
    const wrong = {
      stage: "Dev!",
      logRetentionDays: 8,
      httpApiProvider: "maybe",
      rateBurst: 0,
      alarmTopicArn: "topic",
    };
    expect(() => read(wrong)).toThrow(SettingsError);
    for (const name of [...Object.keys(wrong), "oidcIssuer"]) expect(() => read(wrong)).toThrow(`  ${name}: `);
  });

  it.each([
    [{ metaApiVersion: "24" }, "metaApiVersion: must be a version such as v24.0"],
    [{ metaApiVersion: "v24" }, "metaApiVersion: must be a version such as v24.0"],
    [{ templateReconcileMinutes: 0 }, "templateReconcileMinutes: "],
    [{ templateReconcileMinutes: 721 }, "templateReconcileMinutes: "],
    [{ chatTopicArn: "chat-events" }, "chatTopicArn: must be the ARN of an SNS topic"],
    [{ administratorRole: "" }, "administratorRole: "],
    [{ stage: "prod", keepsData: "false" }, "keepsData: must be true in production"],
    [{ production: true, keepsData: false }, "keepsData: must be true in production"],
    [{ stage: "staging", keepsData: false }, "keepsData: must be true unless the stage's name begins with prove-"],
    [{ stage: "staging", recorder: true }, "recorder: must be false unless the stage's name begins with prove-"],
    [{ stage: "prove-a", production: true, keepsData: false }, "keepsData: must be true in production"],
    [{ stage: "prove-a", recorder: true }, "recorderPath: must be set when recorder is set"],
    [{ production: true, recorder: true }, "recorder: must be false in production"],
  ])("refuses %j", (given, message) => {
    expect(() => read({ ...minimal, ...given })).toThrow(message);
  });

  it("takes what the stage's own file says before the context, and knows every name in it", () => {
    const context = {
      tryGetContext: (key: string) => new Map<string, unknown>(Object.entries({ ...minimal, rateBurst: 5 })).get(key),
    };
    expect(readSettings(context, { rateBurst: 7 }).rateBurst).toBe(7);
    expect(readSettings(context, {}).rateBurst).toBe(5);
    expect(() => readSettings(context, { rateBrust: 7 } as object)).toThrow("There is no setting called rateBrust.");
  });

  it.each<[Record<string, unknown>, object, string | undefined]>([
    [{ rateBurst: "5" }, { rateBurst: 7, region: "eu-west-1" }, "sets rateBurst. Change it there"],
    [{ rateBurst: "5", region: "eu-west-1" }, { rateBurst: 7, region: "us-east-1" }, "sets rateBurst, region. "],
    [{ rateBurst: "7" }, { rateBurst: 7 }, undefined],
    [{ rateBurst: "5" }, { region: "eu-west-1" }, undefined],
    // The issuer of cdk.json is an example that every stage replaces.
    [{ oidcIssuer: "https://example.com" }, { oidcIssuer: "https://login.shop.example" }, undefined],
  ])("passes %j beside the file's %j only where the file says nothing else", (passed, ofStage, message) => {
    const context = { tryGetContext: (key: string): unknown => passed[key] };
    const check = () => refuseHiddenSettings(context, ofStage, { oidcIssuer: "https://example.com" });
    if (message === undefined) expect(check).not.toThrow();
    else expect(check).toThrow(message);
  });

  it.each([
    [{ domainName: "herald.example.com" }, "certificateArn: domainName and certificateArn are set together"],
    [{ certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1" }, "domainName: domainName and"],
    [{ domainName: "https://herald.example.com" }, "domainName: must be a host name"],
    [
      { certificateArn: "arn:aws:acm:eu-west-1:123456789012:certificate/1" },
      "certificateArn: must be the ARN of a cert",
    ],
    [
      { webAclArn: "arn:aws:wafv2:eu-west-1:123456789012:regional/webacl/a/b" },
      "webAclArn: must be the ARN of a global",
    ],
    [{ account: "123" }, "account: must be the 12 digits"],
    [{ region: "Frankfurt" }, "region: must be a region"],
    [{ originSecretGeneration: 0 }, "originSecretGeneration: "],
  ])("refuses the front door %j", (given, message) => {
    expect(() => read({ ...minimal, ...given })).toThrow(message);
  });

  it.each([
    [{ stage: "prod" }, true],
    [{ stage: "prod", canaryDeployments: "false" }, false],
    [{ stage: "dev", canaryDeployments: true }, true],
  ])("tries new code out first in production, unless told otherwise: %j", (given, isCanary) => {
    expect(read({ ...minimal, ...given }).isCanary).toBe(isCanary);
  });

  it("reads the stages of this project, and the example for production", async () => {
    expect(await settingsOfStage("dev")).toMatchObject({ oidcIssuer: expect.stringContaining("https://") });
    expect(await settingsOfStage("nobody-has-this")).toEqual({});
    expect(await settingsOfStage("../lib/tables")).toEqual({});
    expect(readSettings({ tryGetContext: (key) => (key === "stage" ? "prod" : undefined) }, prodExample)).toMatchObject(
      {
        isProduction: true,
        isCanary: true,
      },
    );
  });

  const media = {
    mediaBucket: "herald-media",
    mediaDeliveryUrl: "https://d111111abcdef8.cloudfront.net/media",
    mediaPublicKeyId: "K2JCJMDEHXQW5F",
    mediaPrivateKeySealed: "AQICAHg=",
  };

  it("takes the settings of media all or not at all", () => {
    expect(read({ ...minimal, ...media }).media).toMatchObject({ bucketName: "herald-media", urlSeconds: 900 });
    expect(read({ ...minimal, ...media, mediaBucket: undefined }).media).toBeUndefined();
    for (const name of ["mediaDeliveryUrl", "mediaPublicKeyId", "mediaPrivateKeySealed"]) {
      expect(() => read({ ...minimal, ...media, [name]: undefined })).toThrow(
        `  ${name}: must be set when mediaBucket is set`,
      );
    }
  });

  const named = {
    domainName: "herald.example.com",
    certificateArn: "arn:aws:acm:us-east-1:123456789012:certificate/1",
  };

  it("leads to media below the name of the deployment, where it has one", () => {
    const { mediaDeliveryUrl: _, ...rest } = media;
    expect(read({ ...minimal, ...named, ...rest }).media?.deliveryUrl).toBe("https://herald.example.com/media");
    const said = { ...minimal, ...named, ...media, mediaDeliveryUrl: "https://herald.example.com/media" };
    expect(read(said).media?.deliveryUrl).toBe("https://herald.example.com/media");
  });

  it("knows no region of the bucket but the stack's own", () => {
    const setting = { ...media, mediaRegion: "us-east-1" };
    expect(() => readSettings({ tryGetContext: () => undefined }, setting)).toThrow("no setting called mediaRegion");
  });

  const network = { vpcId: "vpc-0a1b2c3d4e5f60718", subnetIds: ["subnet-0a1b2c3d4e5f60718"] };
  it.each([
    [{ privateNetworkAllow: ["10.0.0.0/8"] }, "privateNetworkAllow: opens addresses that no function reaches without"],
    [{ vpcId: network.vpcId }, "subnetIds: must be set when vpcId is set"],
    [{ subnetIds: network.subnetIds }, "vpcId: must be set when subnetIds is set"],
    [{ securityGroupIds: ["sg-0a1b2c3d4e5f60718"] }, "vpcId: must be set when securityGroupIds is set"],
    [{ vpcIpv6: true }, "vpcId: must be set when vpcIpv6 is set"],
    [{ ...network, vpcId: "network" }, "vpcId: must be an id such as vpc-"],
    [{ ...network, subnetIds: ["vpc-0a1b2c3d4e5f60718"] }, "subnetIds.0: must be an id such as subnet-"],
    [{ ...network, subnetIds: [...network.subnetIds, ...network.subnetIds] }, "subnetIds: may not name one twice"],
    [{ ...network, subnetIds: Array.from({ length: 17 }, (_, i) => `subnet-${10_000_000 + i}`) }, "subnetIds: "],
    [{ ...network, securityGroupIds: ["default"] }, "securityGroupIds.0: must be an id such as sg-"],
    [
      { ...network, securityGroupIds: Array.from({ length: 6 }, (_, i) => `sg-${10_000_000 + i}`) },
      "securityGroupIds: ",
    ],
  ])("refuses the network %j", (given, sentence) => {
    expect(() => read({ ...minimal, ...given })).toThrow(`  ${sentence}`);
  });

  const pipeline = {
    ...{ pipelineRepository: "owner/name", account: "123456789012", region: "eu-central-1" },
    bootstrapQualifier: "herald",
  };
  it.each([
    [{ ...pipeline, account: undefined }, "account: must be set when pipelineRepository is set"],
    [{ ...pipeline, region: undefined }, "region: must be set when pipelineRepository is set"],
    [{ ...pipeline, bootstrapQualifier: undefined }, "bootstrapQualifier: must be one of your own"],
    [{ ...pipeline, pipelineRepository: "name" }, "pipelineRepository: must be a repository of GitHub"],
    [{ ...pipeline, pipelineRepository: "owner/*" }, "pipelineRepository: must be a repository of GitHub"],
    [
      { ...pipeline, pipelineProviderArn: "arn:aws:iam::123456789012:oidc-provider/example.com" },
      "pipelineProviderArn: ",
    ],
    [{ bootstrapQualifier: "Herald!" }, "bootstrapQualifier: must be up to 10"],
  ])("refuses the pipeline %j", (given, sentence) => {
    expect(() => read({ ...minimal, ...given })).toThrow(`  ${sentence}`);
  });

  it("knows the pipeline of a stage", () => {
    expect(read(minimal).pipeline).toBeUndefined();
    const { pipelineRepository: repository, account, region } = pipeline;
    const known = { repository, account, region, providerArn: undefined };
    expect(read({ ...minimal, ...pipeline }).pipeline).toEqual(known);
    const immutable = { ...pipeline, pipelineRepository: "owner@12/name@34" };
    expect(read({ ...minimal, ...immutable }).pipeline?.repository).toBe(immutable.pipelineRepository);
  });

  it("takes no environment beside the stage's name, which the workflow asks for", () => {
    expect(() => readSettings({ tryGetContext: () => undefined }, { pipelineEnvironment: "live" } as object)).toThrow(
      "There is no setting called pipelineEnvironment.",
    );
  });

  it("knows the network that mail leaves by, where there is one", () => {
    expect(read(minimal).network).toBeUndefined();
    expect(read({ ...minimal, ...network }).network).toEqual({ ...network, securityGroupIds: [], isDualStack: false });
  });

  const OWN = { account: "123456789012", region: "eu-central-1" };
  it.each([
    [{ ...OWN, alarmTopicArn: "arn:aws:sns:us-east-1:123456789012:on-call" }, "alarmTopicArn: is of us-east-1"],
    [
      { ...OWN, alarmTopicArn: "arn:aws:sns:eu-central-1:999999999999:on-call" },
      "alarmTopicArn: is of the account 9999",
    ],
    [{ ...OWN, chatTopicArn: "arn:aws:sns:us-east-1:123456789012:chat" }, "chatTopicArn: is of us-east-1"],
    [{ ...OWN, chatTopicArn: "arn:aws:sns:eu-central-1:999999999999:chat" }, "chatTopicArn: is of the account 9999"],
    [{ ...named, account: "999999999999" }, "certificateArn: is of the account 123456789012"],
    [
      { account: "999999999999", webAclArn: "arn:aws:wafv2:us-east-1:123456789012:global/webacl/a/b" },
      "webAclArn: is of the account 123456789012",
    ],
    [{ ...media, mediaKeyPrefix: "review" }, "mediaKeyPrefix: may not begin with review or outbound"],
    [
      { uploads: false, uploadServerDomain: "uploads.example.com" },
      "uploadServerDomain: names a server that no upload reaches, because uploads is false",
    ],
    [{ ...media, mediaKeyPrefix: "outbound/customers" }, "mediaKeyPrefix: may not begin with"],
    [
      { ...media, ...named, mediaDeliveryUrl: "https://elsewhere.example.org/media" },
      "mediaDeliveryUrl: must be https://herald.example.com/media",
    ],
    [{ ...media, ...named, mediaDeliveryUrl: "https://herald.example.com" }, "mediaDeliveryUrl: must be https://her"],
    [{ ...media, mediaDeliveryUrl: "https://d111111abcdef8.cloudfront.net" }, "mediaDeliveryUrl: must be https://d1"],
    [
      { ...media, mediaDeliveryUrl: "https://d111111abcdef8.cloudfront.net/d111111abcdef8.cloudfront.net/media" },
      "mediaDeliveryUrl: must be https://d111111abcdef8.cloudfront.net/media",
    ],
  ])("refuses settings that contradict each other: %j", (given, sentence) => {
    expect(() => read({ ...minimal, ...given })).toThrow(`  ${sentence}`);
  });

  it("compares topics with nothing where a deployment says neither account nor region", () => {
    const alarmTopicArn = "arn:aws:sns:us-east-1:999999999999:on-call";
    expect(read({ ...minimal, alarmTopicArn })).toMatchObject({ alarmTopicArn });
    expect(read({ ...minimal, ...media, mediaKeyPrefix: "reviewed" }).media?.keyPrefix).toBe("reviewed");
  });

  it.each(["http://identity.example.com", "identity.example.com"])("refuses the issuer %s", (oidcIssuer) => {
    expect(() => read({ ...minimal, oidcIssuer })).toThrow("oidcIssuer: must be an https:// address");
  });

  it("refuses a lease that ends before its worker does, or after the queue shows the message again", () => {
    const { above, below } = leaseBounds();
    for (const leaseSeconds of [above, below]) {
      expect(() => read({ ...minimal, leaseSeconds })).toThrow(/leaseSeconds: must lie between \d+ s .* and \d+ s/);
    }
    expect(read({ ...minimal, leaseSeconds: above + 1 }).leaseSeconds).toBe(above + 1);
  });

  it("accepts the examples of cdk.json", () => {
    expect(read(contextOfCdkJson())).toMatchObject({ stage: "dev", oidcIssuer: "https://identity.example.com" });
  });
});
