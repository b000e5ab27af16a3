import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { App, Stack } from "aws-cdk-lib";
import { Template } from "aws-cdk-lib/assertions";
import { Distribution } from "aws-cdk-lib/aws-cloudfront";
import { Bucket } from "aws-cdk-lib/aws-s3";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { bundleFunction } from "../../lib/cloud/bundle.ts";
import { MediaCdn } from "../../lib/cloud/constructs/media-cdn.ts";
import { WEB_NODE_OPTIONS, webFunctions } from "../../lib/functions.ts";
import { freePort } from "../support/free-port.ts";
import { until } from "../support/local-stack.ts";
import { functionIn, nagFindings, resourcesOf, synthesise, type Templates } from "./stacks/synthesise.ts";

const MEDIA = {
  mediaBucket: "herald-media-test",
  mediaDeliveryUrl: "https://herald.example.com/media",
  mediaPublicKeyId: "K2JCJMDEHXQW5F",
  mediaPrivateKeySealed: "AQICAHg=",
};

describe("a deployment that keeps media", () => {
  let templates: Templates;
  beforeAll(() => {
    templates = synthesise({ ...MEDIA, region: "eu-central-1" });
  });

  it("keeps them in a private bucket of a fixed logical id, and lets half uploads and reviews go after a day", () => {
    const bucket = templates.data.findResources("AWS::S3::Bucket").MediaBucket;
    expect(bucket).toMatchObject({
      DeletionPolicy: "RetainExceptOnCreate",
      Properties: {
        BucketName: "herald-media-test",
        PublicAccessBlockConfiguration: {
          BlockPublicAcls: true,
          BlockPublicPolicy: true,
          IgnorePublicAcls: true,
          RestrictPublicBuckets: true,
        },
      },
    });
    expect(bucket?.Properties.LifecycleConfiguration.Rules).toEqual([
      { Id: "unfinished-uploads", Status: "Enabled", AbortIncompleteMultipartUpload: { DaysAfterInitiation: 1 } },
      { Id: "reviews", Status: "Enabled", Prefix: "review/", ExpirationInDays: 1 },
      { Id: "outbound", Status: "Enabled", Prefix: "outbound/", ExpirationInDays: 365 },
      { Id: "inbound", Status: "Enabled", Prefix: "inbound/", ExpirationInDays: 365 },
    ]);
  });

  it("says to functions that the bucket is where the stack is", () => {
    const { Variables } = functionIn(templates.service, "retrieve-media")[1].Properties.Environment;
    expect(Variables.MEDIA_BUCKET_REGION).toEqual({ Ref: "AWS::Region" });
  });

  it("lets only the account's own distributions read the bucket from outside", () => {
    const policies = resourcesOf(templates.data, "AWS::S3::BucketPolicy").filter(
      ([, { Properties }]) => Properties.Bucket.Ref === "MediaBucket",
    );
    expect(policies).toHaveLength(1);
    expect(policies[0]?.[1].Properties.PolicyDocument.Statement).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          Effect: "Allow",
          Principal: { Service: "cloudfront.amazonaws.com" },
          Action: "s3:GetObject",
          Condition: { StringEquals: { "AWS:SourceAccount": { Ref: "AWS::AccountId" } } },
        }),
      ]),
    );
  });

  it("runs the upload server as a web function, with the settings of media and no more permission than it needs", () => {
    templates.service.resourceCountIs("AWS::Lambda::WebFunction", 1);
    const text = JSON.stringify(templates.service.toJSON());
    expect(text).toContain('"MEDIA_BUCKET":"herald-media-test"');
    const statements = resourcesOf(templates.service, "AWS::IAM::Policy")
      .filter(([id]) => id.startsWith("MediaUploadRole"))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
    const objects = statements.find(({ Sid }) => Sid === "MediaWrite");
    expect(objects.Action).toEqual(["s3:PutObject", "s3:GetObject", "s3:DeleteObject", "s3:AbortMultipartUpload"]);
    expect(JSON.stringify(objects.Resource)).toMatch(/outbound\/\*.*review\/\*/);
    expect(statements.flatMap(({ Action }) => Action)).not.toContain("kms:Decrypt");
  });

  it("has nothing of web functions without uploads, which not every region knows", () => {
    const { service } = synthesise({ uploads: false });
    const types = Object.values(service.toJSON().Resources as Record<string, { Type: string }>).map(({ Type }) => Type);
    expect(types.filter((type) => /WebFunction|S3ObjectCopy/.test(type))).toEqual([]);
    expect(Object.keys(service.findOutputs("MediaUploadDomain"))).toEqual([]);
  });

  it("has the upload server without media too: mails have files (D43)", () => {
    const { service } = synthesise();
    service.resourceCountIs("AWS::Lambda::WebFunction", 1);
    const statements = resourcesOf(service, "AWS::IAM::Policy")
      .filter(([id]) => id.startsWith("MediaUploadRole"))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement);
    expect(statements.find(({ Sid }) => Sid === "UploadsWrite").Action).toEqual([
      ...["s3:PutObject", "s3:DeleteObject", "s3:AbortMultipartUpload"],
    ]);
    expect(statements.map(({ Sid }) => Sid)).not.toContain("MediaWrite");
    expect(JSON.stringify(service.toJSON())).toContain("/api/v1/attachments");
  });

  it("names the upload server's function by its name, and never by its ARN, and makes it first", () => {
    const [[id, server] = ["", { Properties: {} }]] = resourcesOf(templates.service, "AWS::Lambda::WebFunction");
    for (const type of ["AWS::Lambda::WebFunctionRevision", "AWS::Lambda::WebFunctionEndpoint"]) {
      const [[, part] = ["", undefined]] = Object.entries(templates.service.findResources(type));
      expect(part?.Properties.FunctionName).toBe(server.Properties.FunctionName);
      expect(part?.DependsOn).toContain(id);
    }
  });

  it("rings when the upload server answers with a server error, whatever endpoint or region counted it", () => {
    const [[, server] = ["", { Properties: {} }]] = resourcesOf(templates.service, "AWS::Lambda::WebFunction");
    const [, alarm] = resourcesOf(templates.service, "AWS::CloudWatch::Alarm").find(([id]) =>
      id.startsWith("MediaUploadServerErrors"),
    ) ?? ["", { Properties: {} }];
    expect(server.Properties.FunctionName).toMatch(/^herald-service-dev-[0-9a-f]{8}-eu-central-1$/);
    expect(alarm.Properties).toMatchObject({
      Threshold: 0,
      ComparisonOperator: "GreaterThanThreshold",
      // The web functions publish no zeros.
      TreatMissingData: "notBreaching",
      AlarmDescription: expect.stringContaining(webFunctions[0]?.impact ?? "no impact"),
      Metrics: [
        {
          Expression: `SELECT SUM(HTTPResponseStatusClass5XX) FROM "AWS/Lambda/Web" WHERE FunctionName = '${server.Properties.FunctionName}'`,
          Period: 300,
        },
      ],
    });
  });

  it("lets the upload server write its log where the service collects it first, and keeps neither for ever", () => {
    const groups = resourcesOf(templates.service, "AWS::Logs::LogGroup").filter(([id]) =>
      /^MediaUpload(?:Local)?Log/.test(id),
    );
    const [collected, local] = groups.toSorted(([a], [b]) => a.length - b.length);
    expect(groups).toHaveLength(2);
    expect(local?.[1].Properties.LogGroupName).toEqual({ "Fn::Join": ["", [{ Ref: collected?.[0] }, ".local"]] });
    for (const [, { Properties }] of groups) expect(Properties.RetentionInDays).toBe(30);
    const [, revision] = resourcesOf(templates.service, "AWS::Lambda::WebFunctionRevision")[0] ?? [];
    expect(JSON.stringify(revision)).toContain(`"LogGroup":{"Ref":"${collected?.[0]}"}`);
    const written = resourcesOf(templates.service, "AWS::IAM::Policy")
      .filter(([id]) => id.startsWith("MediaUploadRole"))
      .flatMap(([, { Properties }]) => Properties.PolicyDocument.Statement)
      .filter(({ Action }) => JSON.stringify(Action) === '["logs:CreateLogStream","logs:PutLogEvents"]')
      .map(({ Resource }) => Resource["Fn::GetAtt"][0]);
    expect(new Set(written)).toEqual(new Set(groups.map(([id]) => id)));
  });

  it("keeps no log for longer than the deployment says, that of the library's copying included", () => {
    const groups = resourcesOf(templates.service, "AWS::Logs::LogGroup");
    expect(groups.filter(([, { Properties }]) => Properties.RetentionInDays !== 30).map(([id]) => id)).toEqual([]);
    for (const { DeletionPolicy } of Object.values(templates.service.findResources("AWS::Logs::LogGroup")))
      expect(DeletionPolicy).toBe("Delete");
  });

  it("opens the key of links in its own context only, and only where links are made", () => {
    const opening = resourcesOf(templates.service, "AWS::IAM::Policy").flatMap(([id, { Properties }]) =>
      Properties.PolicyDocument.Statement.filter(({ Sid }: { Sid?: string }) => Sid === "MediaKeyOpen").map(
        (statement: { Condition: unknown }) => ({ id: id.replace(/Role.*/, ""), condition: statement.Condition }),
      ),
    );
    expect(opening).toEqual([
      {
        id: "ConversationMedia",
        condition: {
          StringEquals: {
            "kms:EncryptionContext:service": "herald",
            "kms:EncryptionContext:purpose": "media-signing",
          },
        },
      },
    ]);
  });

  it("passes cdk-nag, but for the library's own custom resource and the common prefixes of objects", () => {
    const accepted = [
      /^AwsSolutions-IAM5\[Resource::[^\]]*(ContentBucket|:s3:::herald-media)[^\]]*\] at /,
      /^AwsSolutions-IAM5\[Resource::arn:<AWS::Partition>:social-messaging:/,
      // The allowed resources are the library's own bucket for the code of a web function, and the function that copies
      // the bundle into it at a deployment.
      /at herald-service-dev\/(?:AWSCDKWebFunctionAssetBucket|Custom::S3ObjectCopy[0-9a-z]+)\//,
    ];
    // Another test checks the findings that do not concern media.
    const found = nagFindings(() => {}, MEDIA).filter((one) => /media|WebFunction|S3ObjectCopy|^F\d/i.test(one));
    const unexplained = found.filter((finding) => !accepted.some((one) => one.test(finding)));
    expect(found).not.toEqual([]);
    expect(unexplained).toEqual([]);
  });
});

describe("the upload server's bundle", () => {
  const folder = mkdtempSync(join(tmpdir(), "herald-upload-bundle-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const environment = {
    AWS_REGION: "eu-central-1",
    CONFIG_TABLE: "Config",
    API_KEYS_TABLE: "ApiKeys",
    NOTIFICATIONS_TABLE: "Notifications",
    CHAT_TABLE: "Chat",
    EPHEMERAL_TABLE: "Ephemeral",
    DELIVERY_QUEUE_URL: "https://queue.example.com/delivery",
    CONTENT_BUCKET: "content",
    SECRET_KEY_ID: "key",
    OIDC_ISSUER: "https://identity.example.com",
  };

  it("is small, answers by itself, and does not start with half of the settings", async () => {
    const [definition] = webFunctions;
    if (definition === undefined) throw new Error("there is no web function");
    const { directory, mainFile, startBytes } = bundleFunction(definition, folder);
    expect(startBytes).toBeLessThanOrEqual(885_000);
    const start = (more: Record<string, string>) =>
      spawn(process.execPath, [join(directory, mainFile)], {
        env: { ...environment, HOST: "127.0.0.1", PORT: "0", ...WEB_NODE_OPTIONS, ...more },
        stdio: ["ignore", "ignore", "pipe"],
      });
    const port = await freePort();
    const running = start({ PORT: String(port) });
    try {
      const ask = () => fetch(`http://127.0.0.1:${port}/api/v1/nothing`).catch(() => undefined);
      const answer = await until(ask, (found) => found !== undefined);
      expect([answer?.status, await answer?.json()]).toMatchObject([404, { error: "not found" }]);
    } finally {
      running.kill("SIGTERM");
      await once(running, "exit");
    }
    const half = start({ MEDIA_BUCKET: "media" });
    const output: Buffer[] = [];
    half.stderr.on("data", (chunk: Buffer) => output.push(chunk));
    const [code] = await once(half, "exit");
    expect(code).not.toBe(0);
    expect(Buffer.concat(output).toString()).toContain("MEDIA_BUCKET_REGION: must be set when MEDIA_BUCKET is set");
  });
});

describe("MediaCdn", () => {
  it("gives a distribution a behaviour that serves signed links only, and nothing that a browser would run", () => {
    const stack = new Stack(new App(), "Cdn");
    const bucket = Bucket.fromBucketAttributes(stack, "Objects", {
      bucketArn: "arn:aws:s3:::herald-media-test",
      bucketRegionalDomainName: "herald-media-test.s3.eu-central-1.amazonaws.com",
    });
    const { behavior, pathPattern } = new MediaCdn(stack, "Media", { bucket, publicKeyId: "K2JCJMDEHXQW5F" });
    new Distribution(stack, "Distribution", {
      defaultBehavior: behavior,
      additionalBehaviors: { [pathPattern]: behavior },
    });
    const template = Template.fromStack(stack);
    const [[, distribution] = ["", { Properties: {} }]] = resourcesOf(template, "AWS::CloudFront::Distribution");
    expect(distribution.Properties.DistributionConfig.CacheBehaviors).toEqual([
      expect.objectContaining({
        PathPattern: "/media/*",
        TrustedKeyGroups: [expect.anything()],
        ViewerProtocolPolicy: "https-only",
        AllowedMethods: ["GET", "HEAD"],
        FunctionAssociations: [expect.objectContaining({ EventType: "viewer-request" })],
      }),
    ]);
    const [[, keys] = ["", { Properties: {} }]] = resourcesOf(template, "AWS::CloudFront::KeyGroup");
    expect(keys.Properties.KeyGroupConfig.Items).toEqual(["K2JCJMDEHXQW5F"]);
    expect(resourcesOf(template, "AWS::CloudFront::OriginAccessControl")).not.toEqual([]);
    const [[, headers] = ["", { Properties: {} }]] = resourcesOf(template, "AWS::CloudFront::ResponseHeadersPolicy");
    expect(headers.Properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig).toMatchObject({
      ContentTypeOptions: { Override: true },
      ContentSecurityPolicy: { ContentSecurityPolicy: "default-src 'none'; sandbox", Override: true },
    });
  });
});
