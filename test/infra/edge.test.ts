import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import { runInNewContext } from "node:vm";
import type { Template } from "aws-cdk-lib/assertions";
import { beforeAll, describe, expect, it } from "vitest";
import { settings as devStage } from "../../config/dev.ts";
import { settings as prodExample } from "../../config/prod.example.ts";
import { UPLOAD_LIMITS } from "../../functions/web/media-upload/request-body.ts";
import { functions } from "../../lib/functions.ts";
import { GUIDES_HEADERS } from "../../lib/guides-site.ts";
import {
  ASSET_HEADERS,
  cacheControl,
  isPanelPage,
  PANEL_SECTIONS,
  PREVIEW_HEADERS,
  panelHeaders,
} from "../../lib/panel-site.ts";
import { faults } from "../../rehearsal/alarms/walk-alarms.ts";
import { filesIn } from "../support/files-in.ts";
import {
  copiedFiles,
  functionIn,
  nagFindings,
  type Resource,
  resourcesOf,
  synthesise,
  type Templates,
} from "./stacks/synthesise.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a template holds has no type.
type Fields = Record<string, any>;

const PROD = { stage: "prod", ...prodExample, edgeAccessLogs: true, originSecretGeneration: 3 };
const none: [string, Resource] = ["", { Properties: {} }];
const WEB_ACL = "arn:aws:wafv2:us-east-1:123456789012:global/webacl/herald/1";
const only = (template: Template, type: string): Resource => {
  const found = resourcesOf(template, type);
  expect(found).toHaveLength(1);
  return found[0]?.[1] ?? { Properties: {} };
};
const distributionOf = ({ service }: Templates): Fields =>
  only(service, "AWS::CloudFront::Distribution").Properties.DistributionConfig;

/**
 * Says whether CloudFront's pattern, such as `/a/*`, matches a path. Its `*` stands for any text, including slashes.
 */
const isMatch = (pattern: string, path: string) =>
  new RegExp(`^${pattern.replaceAll(/[.+]/g, "\\$&").replaceAll("*", ".*")}$`).test(path);
const behaviorFor = (config: Fields, path: string): Fields =>
  config.CacheBehaviors.find(({ PathPattern }: Fields) => isMatch(PathPattern, path)) ?? config.DefaultCacheBehavior;

describe("the front door", () => {
  let dev: Templates;
  let prod: Templates;
  beforeAll(() => {
    dev = synthesise({ ...devStage });
    prod = synthesise({ ...PROD, webAclArn: WEB_ACL });
  });
  const originOf = (config: Fields, path: string): Fields => {
    const { TargetOriginId: id } = behaviorFor(config, path);
    const [group] = (config.OriginGroups?.Items ?? []).filter(({ Id }: Fields) => Id === id);
    const origin = group?.Members.Items[0].OriginId ?? id;
    return config.Origins.find(({ Id }: Fields) => Id === origin);
  };
  const kindOf = (config: Fields, path: string): string => {
    const text = JSON.stringify(originOf(config, path));
    if (text.includes("S3OriginConfig")) return text.includes("PanelBucket") ? "panel" : "media";
    if (text.includes("FunctionUrl")) return "function";
    return text.includes("Endpoint") && text.includes("MediaUpload") ? "uploads" : "api";
  };

  it.each([
    ["/api/v1/status", "api"],
    ["/health/ready", "api"],
    ["/docs", "api"],
    ["/docs/page.js", "api"],
    ["/docs/guides", "panel"],
    ["/docs/guides/decisions/index", "panel"],
    ["/docs/guides/assets/app.1a.js", "panel"],
    ["/openapi.json", "api"],
    ["/webhooks/cloud/topic/chat", "api"],
    ["/panel/api/api-keys", "api"],
    ["/admin/api/chat-accounts", "api"],
    ["/nothing/like/it", "api"],
    ["/mcp", "function"],
    ["/media/inbound/x.jpg", "media"],
    ["/api/v1/chat-conversations/1/media-upload", "uploads"],
    ["/panel/api/chat-conversations/1/media-upload", "uploads"],
    ["/panel/api/chat-template-media", "uploads"],
    ["/api/v1/chat-conversations/1/messages/2/media", "api"],
    ["/assets/index-abc.js", "panel"],
    ["/config.json", "panel"],
    ...["/", "/admin/chat-accounts", ...PANEL_SECTIONS.map((section) => `/${section}/x`)].map((path) => [
      path,
      "panel",
    ]),
  ])("sends %s to the origin for it: %s", (path = "", kind) => {
    expect(kindOf(distributionOf(prod), path)).toBe(kind);
  });

  it("knows every file that the panel's build makes", () => {
    for (const name of filesIn(resolve(import.meta.dirname, "../../panel/public"))) {
      expect(kindOf(distributionOf(dev), `/${name}`)).toBe("panel");
    }
  });

  it("needs no raised quota, and serves HTTP/3 over TLS 1.2 or newer", () => {
    const config = distributionOf(prod);
    expect(config.CacheBehaviors.length).toBeLessThan(75);
    expect(config).toMatchObject({
      HttpVersion: "http2and3",
      Aliases: ["herald.example.com"],
      WebACLId: WEB_ACL,
      ViewerCertificate: { AcmCertificateArn: PROD.certificateArn, MinimumProtocolVersion: "TLSv1.2_2021" },
      Logging: { Bucket: { "Fn::GetAtt": ["EdgeLogBucket", "RegionalDomainName"] } },
    });
    const dynamic = config.Origins.filter(({ CustomOriginConfig }: Fields) => CustomOriginConfig);
    for (const { CustomOriginConfig } of dynamic) {
      expect(CustomOriginConfig).toMatchObject({ OriginProtocolPolicy: "https-only", OriginSSLProtocols: ["TLSv1.2"] });
    }
    for (const { ViewerProtocolPolicy } of [config.DefaultCacheBehavior, ...config.CacheBehaviors]) {
      expect(["https-only", "redirect-to-https"]).toContain(ViewerProtocolPolicy);
    }
  });

  it("waits for an upload's answer longer than its server works on it, and less long than the server runs", () => {
    const waits = originOf(distributionOf(prod), "/panel/api/chat-template-media").CustomOriginConfig.OriginReadTimeout;
    const { totalMs, answerMs } = UPLOAD_LIMITS;
    expect(answerMs / 1000).toBeLessThan(waits);
    const { ServiceConfig } = only(prod.service, "AWS::Lambda::WebFunctionRevision").Properties;
    expect(waits).toBeLessThan(ServiceConfig.TimeoutSeconds);
    expect((totalMs + answerMs) / 1000).toBeLessThan(ServiceConfig.TimeoutSeconds);
  });

  it("keeps no answer of the API, and passes on everything but the host", () => {
    // These ids are those of the managed policies CachingDisabled and AllViewerExceptHostHeader.
    const policies = {
      CachePolicyId: "4135ea2d-6df8-44a3-9df3-4b5a84be39ad",
      OriginRequestPolicyId: "b689b0a8-53d0-40ab-baf2-68738e2966ac",
    };
    for (const path of ["/api/v1/status", "/mcp", "/admin/api/x", "/panel/api/chat-template-media"]) {
      expect(behaviorFor(distributionOf(prod), path)).toMatchObject({
        ...policies,
        AllowedMethods: expect.arrayContaining(["POST", "PUT", "DELETE", "OPTIONS"]),
        ResponseHeadersPolicyId: { Ref: expect.stringContaining("FileHeaders") },
      });
    }
  });

  it("proves itself to every origin but buckets by the newest secret, which no template holds", () => {
    for (const { CustomOriginConfig, OriginCustomHeaders } of distributionOf(prod).Origins) {
      if (!CustomOriginConfig) continue;
      const [{ HeaderName, HeaderValue }] = OriginCustomHeaders;
      expect(HeaderName).toBe("x-origin-secret");
      expect(JSON.stringify(HeaderValue)).toMatch(/resolve:secretsmanager:.*Generation3/);
    }
    const secrets = resourcesOf(prod.service, "AWS::SecretsManager::Secret").map(([id]) => id);
    expect(secrets.filter((id) => id.startsWith("OriginSecrets"))).toHaveLength(2);
    for (const [, { Properties }] of resourcesOf(prod.service, "AWS::SecretsManager::Secret")) {
      expect(Properties.SecretString).toBeUndefined();
    }
  });

  it("has its functions take the secret and the one before it, before it sends the new one", () => {
    const { DependsOn } = Object.values(prod.service.findResources("AWS::CloudFront::Distribution"))[0] ?? {};
    for (const { name, trigger } of functions) {
      const { Variables } = functionIn(prod.service, name)[1].Properties.Environment ?? { Variables: {} };
      const isAsked = ["routes", "fallback", "function-url"].includes(trigger.kind);
      expect("ORIGIN_SECRETS" in Variables).toBe(isAsked);
      if (!isAsked) continue;
      const [newest, older] = JSON.stringify(Variables.ORIGIN_SECRETS).split('},"');
      expect(newest).toContain("Generation3");
      expect(JSON.stringify(Variables.ORIGIN_SECRETS)).toContain("Generation2");
      expect(older).toBeDefined();
      const live = functionIn(prod.service, name)[0].replace(/Function[0-9A-F]{8}$/, "");
      expect(DependsOn.some((id: string) => id.startsWith(live))).toBe(true);
    }
  });

  it("runs its own code before every request, so that nobody invents an address (D5)", () => {
    const code = new Map(
      resourcesOf(prod.service, "AWS::CloudFront::Function").map(([id, { Properties }]) => [
        id,
        Properties.FunctionCode,
      ]),
    );
    const config = distributionOf(prod);
    const codeAt = (path: string): string => {
      const [{ FunctionARN }] = behaviorFor(config, path).FunctionAssociations;
      return code.get(FunctionARN["Fn::GetAtt"][0]) ?? "";
    };
    for (const path of ["/api/v1/status", "/mcp", "/admin/api/x"]) expect(codeAt(path)).toContain("tooLarge");
    expect(codeAt("/panel/api/chat-template-media")).toContain("x-viewer-ip");
    expect(codeAt("/panel/api/chat-template-media")).not.toContain("tooLarge");
    expect(codeAt("/api-keys")).toContain("/index.html");
    for (const [, { Properties }] of resourcesOf(prod.service, "AWS::CloudFront::Function")) {
      expect(Properties.FunctionConfig.Runtime).toBe("cloudfront-js-2.0");
    }
  });

  it("refuses uploads of any size itself in a stage that takes none, and leaves preflights to the API", () => {
    const { service } = synthesise({ ...devStage, uploads: false });
    const codes = new Map(resourcesOf(service, "AWS::CloudFront::Function"));
    const config = only(service, "AWS::CloudFront::Distribution").Properties.DistributionConfig;
    const answered = (method: string, uri: string): Fields => {
      const [{ FunctionARN }] = behaviorFor(config, uri).FunctionAssociations;
      const code = codes.get(FunctionARN["Fn::GetAtt"][0])?.Properties.FunctionCode;
      const headers = { "content-length": { value: "20000000" } };
      const event = { request: { method, uri, headers }, viewer: { ip: "1" }, context: { requestId: "r" } };
      return JSON.parse(runInNewContext(`${code}; JSON.stringify(handler(${JSON.stringify(event)}))`));
    };
    for (const uri of ["/api/v1/attachments", "/api/v1/chat-conversations/7/media-upload"]) {
      const { statusCode, headers, body } = answered("POST", uri);
      expect([statusCode, JSON.parse(body)]).toEqual([404, { error: "uploads unavailable", code: "not_found" }]);
      expect(headers["access-control-allow-origin"]).toEqual({ value: "*" });
      expect(answered("OPTIONS", uri)).toMatchObject({ uri, headers: { "x-viewer-ip": { value: "1" } } });
    }
    expect(answered("POST", "/panel/api/chat-template-media").headers).not.toHaveProperty(
      "access-control-allow-origin",
    );
  });

  it("answers the panel's files with the headers of the local stack, and TLS for two years", () => {
    const policies = new Map(resourcesOf(prod.service, "AWS::CloudFront::ResponseHeadersPolicy"));
    const codes = new Map(resourcesOf(prod.service, "AWS::CloudFront::Function"));
    /** Returns the headers that the function after the answer writes. */
    const written = (behavior: Fields, uri: string): Record<string, string> => {
      const after = behavior.FunctionAssociations.find(({ EventType }: Fields) => EventType === "viewer-response");
      const code = codes.get(after.FunctionARN["Fn::GetAtt"][0])?.Properties.FunctionCode;
      const event = { request: { uri }, context: {}, response: { statusCode: 200, headers: {} } };
      const { headers } = JSON.parse(runInNewContext(`${code}; JSON.stringify(handler(${JSON.stringify(event)}))`));
      const values = Object.entries<Fields>(headers).map(([name, { value }]) => [name, value]);
      return Object.fromEntries(values.filter(([name]) => name !== "x-request-id"));
    };
    const headersAt = (path: string): Record<string, string> => {
      const behavior = behaviorFor(distributionOf(prod), path);
      const { SecurityHeadersConfig: known, CustomHeadersConfig } =
        policies.get(behavior.ResponseHeadersPolicyId.Ref)?.Properties.ResponseHeadersPolicyConfig ?? {};
      expect(known.StrictTransportSecurity).toMatchObject({ AccessControlMaxAgeSec: 63_072_000, Override: true });
      const custom = (CustomHeadersConfig?.Items ?? []).map(({ Header, Value, Override }: Fields) => [
        Override && Header,
        Value,
      ]);
      return {
        ...Object.fromEntries(custom),
        ...(known.ContentTypeOptions && { "x-content-type-options": "nosniff" }),
        ...(known.FrameOptions && { "x-frame-options": known.FrameOptions.FrameOption }),
        ...(known.ReferrerPolicy && { "referrer-policy": known.ReferrerPolicy.ReferrerPolicy }),
        ...(known.ContentSecurityPolicy && {
          "content-security-policy": known.ContentSecurityPolicy.ContentSecurityPolicy,
        }),
        ...written(behavior, path),
      };
    };
    const issuer = prodExample.oidcIssuer;
    const page = { ...panelHeaders({ issuer }), "cache-control": cacheControl("/") };
    for (const path of ["/", "/api-keys", "/admin/chat-accounts"]) {
      expect(isPanelPage(path)).toBe(true);
      expect(headersAt(path)).toEqual(page);
    }
    expect(headersAt("/docs/guides/quickstart")).toEqual({ ...GUIDES_HEADERS });
    expect(headersAt("/preview.html")).toEqual({ ...PREVIEW_HEADERS, "cache-control": "no-cache" });
    expect(headersAt("/config.json")).toEqual({ ...ASSET_HEADERS, "cache-control": "no-cache" });
    // The object of an asset says how long it may be kept, because the same behaviour answers 404 for a missing asset.
    expect(headersAt("/assets/x.js")).toEqual({ ...ASSET_HEADERS });
  });

  it("lets the panel ask the identity provider's other origins that the settings name, and no further one", () => {
    const oidcOrigins = ["https://herald.auth.eu-central-1.amazoncognito.com"];
    const templates = synthesise({
      ...devStage,
      oidcIssuer: "https://cognito-idp.eu-central-1.amazonaws.com/x",
      oidcOrigins,
    });
    const policies = resourcesOf(templates.service, "AWS::CloudFront::ResponseHeadersPolicy").map(
      ([, { Properties }]) => JSON.stringify(Properties),
    );
    const asked =
      "connect-src 'self' https://cognito-idp.eu-central-1.amazonaws.com https://herald.auth.eu-central-1.amazoncognito.com;";
    expect(policies.filter((one) => one.includes(asked))).toHaveLength(1);
    expect(JSON.stringify(dev.service.toJSON())).toContain("connect-src 'self' https://identity.example.com;");
  });

  it("asks the API for what the panel's bucket does not have", () => {
    const [group] = distributionOf(dev).OriginGroups.Items;
    expect(group.FailoverCriteria.StatusCodes.Items).toEqual([403, 404]);
    expect(behaviorFor(distributionOf(dev), "/assets/x").AllowedMethods).toEqual(["GET", "HEAD", "OPTIONS"]);
  });

  it("lets the distribution alone read the panel's bucket", () => {
    const policy = resourcesOf(dev.service, "AWS::S3::BucketPolicy").find(
      ([, { Properties }]) => Properties.Bucket.Ref === "PanelBucket",
    )?.[1].Properties.PolicyDocument.Statement;
    const allowed = policy.filter(({ Effect }: Fields) => Effect === "Allow");
    expect(allowed).toHaveLength(1);
    expect(allowed[0]).toMatchObject({ Action: "s3:GetObject", Principal: { Service: "cloudfront.amazonaws.com" } });
    expect(JSON.stringify(allowed[0].Condition)).toContain("Distribution");
  });

  it("puts the panel's settings beside its files, with the required scope", () => {
    const text = JSON.stringify(prod.panel.toJSON());
    expect(text).not.toContain("client_secret");
    expect(only(prod.panel, "AWS::Logs::LogGroup").Properties).toMatchObject({ RetentionInDays: 90 });
  });

  it("copies the panel's assets, to be kept for ever, before the pages that name them, and takes none away", () => {
    const copied = copiedFiles({ ...devStage });
    expect(copied.size).toBe(2);
    const copies = resourcesOf(dev.panel, "Custom::CDKBucketDeployment");
    const [[assets, { Properties: ofAssets }] = none, [, { Properties: ofPages, DependsOn }] = none] = copies.toSorted(
      ([, one], [, other]) => Number("DependsOn" in one) - Number("DependsOn" in other),
    );
    expect(copied.get(assets)).toEqual(["index-abc.js"]);
    expect(ofAssets).toMatchObject({
      DestinationBucketKeyPrefix: "assets",
      SystemMetadata: { "cache-control": cacheControl("/assets/index-abc.js") },
    });
    expect(ofAssets.SystemMetadata["cache-control"]).toContain("immutable");
    expect(DependsOn).toContain(assets);
    const pages = copies.find(([id]) => id !== assets)?.[0] ?? "";
    expect(copied.get(pages)?.toSorted()).toEqual(["config.json", "icon.svg", "index.html"]);
    expect(ofPages.SystemMetadata).toBeUndefined();
    expect([ofAssets.Prune, ofPages.Prune]).toEqual([false, false]);
  });

  it("leads chat events and operators to its own address", () => {
    const { Properties } = only(dev.service, "AWS::SNS::Subscription");
    expect(JSON.stringify(Properties.Endpoint)).toMatch(/EdgeDistribution.*DomainName.*\/webhooks\/cloud\/topic\/chat/);
    expect(prod.service.findOutputs("BaseUrl").BaseUrl).toMatchObject({ Value: "https://herald.example.com" });
    expect(JSON.stringify(dev.service.findOutputs("BaseUrl"))).toContain("EdgeDistribution");
  });

  it("hands uploads to a container where one is named", () => {
    const templates = synthesise({ ...PROD, uploadServerDomain: "uploads.example.com" });
    templates.service.resourceCountIs("AWS::Lambda::WebFunction", 0);
    const origin = originOf(distributionOf(templates), "/panel/api/chat-template-media");
    expect(origin.DomainName).toBe("uploads.example.com");
  });
});

describe("a production stage", () => {
  let prod: Templates;
  beforeAll(() => {
    prod = synthesise(PROD);
  });
  it("pins the logical ids of everything that holds something", () => {
    const kept = (template: Template) =>
      Object.entries(template.toJSON().Resources as Record<string, { DeletionPolicy?: string; Type: string }>)
        .filter(
          ([, { DeletionPolicy, Type }]) => DeletionPolicy?.startsWith("Retain") && Type !== "AWS::Lambda::Version",
        )
        .map(([id]) => id)
        .toSorted((a, b) => a.localeCompare(b));
    expect(kept(prod.data)).toEqual([
      "ApiKeysTable",
      "ChatTable",
      "ConfigTable",
      "ContentBucket",
      "EventsTable",
      "MediaBucket",
      "NotificationsTable",
      "SealingKey",
      "WebhooksTable",
    ]);
    expect(kept(prod.service)).toContain("EdgeLogBucket");
  });

  it("encrypts what it keeps, and lets nobody speak to it without TLS", () => {
    const templates = [prod.data, prod.service];
    for (const [, { Properties }] of templates.flatMap((one) => resourcesOf(one, "AWS::S3::Bucket"))) {
      expect(Properties.BucketEncryption).toBeDefined();
      expect(Properties.PublicAccessBlockConfiguration.RestrictPublicBuckets).toBe(true);
    }
    for (const [, { Properties }] of resourcesOf(prod.service, "AWS::SQS::Queue")) {
      expect(Properties.SqsManagedSseEnabled).toBe(true);
    }
  });

  it("passes cdk-nag, but for what is argued here", () => {
    const accepted: readonly [RegExp, string][] = [
      [
        /^AwsSolutions-IAM5\[Resource::[^\]]*(ContentBucket|:s3:::herald-media)[^\]]*\] at /,
        "One object each under a common prefix.",
      ],
      [/^AwsSolutions-IAM5\[Resource::arn:[^\]]*social-messaging:/, "Linked while the service runs, in any region."],
      [
        / at herald-service-prod\/(AWSCDKWebFunctionAssetBucket|Custom::S3ObjectCopy)/,
        "The library's own, at deployments only.",
      ],
      [
        /^AwsSolutions-IAM5\[Resource::.* at herald-panel-prod\/Custom::CDKBucketDeployment/,
        "The CDK's own copying function, at deployments only.",
      ],
    ];
    const unexplained = nagFindings(() => {}, PROD).filter((found) => !accepted.some(([one]) => one.test(found)));
    expect(unexplained).toEqual([]);
  });

  it("rings for the API's answers of 5xx without those that a provider or a file that is not there yet has led to", () => {
    const alarms = resourcesOf(prod.service, "AWS::CloudWatch::Alarm");
    // biome-ignore lint/suspicious/noExplicitAny: properties of a template have no type.
    const queries: any[] = alarms.find(([id]) => id.startsWith("HttpServerErrors"))?.[1].Properties.Metrics;
    const [{ Expression }] = queries;
    expect(Expression).toMatch(/^IF\(requests > 0, 100 \* \(failed( - FILL\(expected\d, 0\)){5}\) \/ requests, 0\)$/);
    const subtracted = queries.filter(({ Id }) => Id.startsWith("expected"));
    const functions = subtracted.map(({ MetricStat: { Metric } }) => {
      expect(Metric).toMatchObject({ Namespace: "Herald", MetricName: "expected_5xx" });
      return Metric.Dimensions.find(({ Name }: { Name: string }) => Name === "function").Value.Ref;
    });
    expect(functions.toSorted()).toEqual([
      expect.stringMatching(/^AdminFunction/),
      expect.stringMatching(/^ChatTemplatesFunction/),
      expect.stringMatching(/^ConversationMediaFunction/),
      expect.stringMatching(/^SendingAccountTestFunction/),
      expect.stringMatching(/^WebhookTestFunction/),
    ]);
  });

  it("has a section in the runbook for each of its alarms", () => {
    const runbook = readFileSync(resolve(import.meta.dirname, "../../docs/operations.md"), "utf8");
    const lines = [...runbook.matchAll(/^### (`.+`)$/gm)].map(([, line = ""]) => line);
    const headings = new Set(lines.flatMap((line) => [...line.matchAll(/`([^`]+)`/g)].map(([, name = ""]) => name)));
    const alarms = [prod.data, prod.service, prod.panel].flatMap((one) => resourcesOf(one, "AWS::CloudWatch::Alarm"));
    const names = alarms.map(([id]) => id.replace(/[0-9A-F]{8}$/, ""));
    expect(names.filter((name) => !headings.has(name))).toEqual([]);
    expect([...headings].filter((heading) => !names.includes(heading))).toEqual([]);
    // The rehearsal causes each of these alarms.
    expect(new Set(faults.flatMap(({ rings }) => rings))).toEqual(new Set(names));
  });
});
