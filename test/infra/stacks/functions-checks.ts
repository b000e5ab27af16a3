import { Match, type Template } from "aws-cdk-lib/assertions";
import { afterEach, beforeAll, describe, expect, it, vi } from "vitest";
import { functions } from "../../../lib/functions.ts";
import type { VariableName } from "../../../shared/kernel/config.ts";
import { ELSEWHERE, functionIn, resourcesOf, synthesise } from "./synthesise.ts";

const TOPIC = "arn:aws:sns:eu-central-1:123456789012:on-call";

describe("functions", () => {
  let service: Template;
  beforeAll(() => {
    const given = {
      privateNetworkAllow: "10.0.0.0/8,relay.internal",
      vpcId: "vpc-0a1b2c3d4e5f60718",
      subnetIds: "subnet-0a1b2c3d4e5f60718,subnet-0b1b2c3d4e5f60718",
      oidcAudience: "herald",
      alarmTopicArn: TOPIC,
      chatTopicArn: TOPIC,
      ...ELSEWHERE,
    };
    service = synthesise(given).service;
  });
  afterEach(() => {
    vi.unstubAllEnvs();
  });

  it("are those of the list", () => {
    const described = resourcesOf(service, "AWS::Lambda::Function").map(([, { Properties }]) => Properties.Description);
    expect(described).toEqual(functions.map(({ name }) => `Herald: ${name}`));
  });

  it.each(functions)(
    "$name runs on Node 24 and arm64 with its memory and its time",
    ({ name, memoryMb, timeoutSeconds }) => {
      const { Properties } = functionIn(service, name)[1];
      expect(Properties).toMatchObject({
        Runtime: "nodejs24.x",
        Architectures: ["arm64"],
        Handler: "index.handler",
        MemorySize: memoryMb,
        Timeout: timeoutSeconds,
        LoggingConfig: { LogFormat: "JSON", ApplicationLogLevel: "INFO", SystemLogLevel: "WARN" },
      });
      expect(Properties.TracingConfig).toBeUndefined();
    },
  );

  it.each(functions)("$name writes to a log of its own that is kept for 30 days", ({ name }) => {
    const logId: string = functionIn(service, name)[1].Properties.LoggingConfig.LogGroup.Ref;
    expect(service.findResources("AWS::Logs::LogGroup")[logId]).toMatchObject({
      DeletionPolicy: "Delete",
      Properties: { RetentionInDays: 30 },
    });
  });

  it("find in their environment everything that they read", async () => {
    const environments = functions.map(({ name }) => functionIn(service, name)[1].Properties.Environment?.Variables);
    // A value that only CloudFormation knows is replaced by a text of the right format.
    for (const [name, value] of Object.entries<unknown>(Object.assign({}, ...environments))) {
      vi.stubEnv(name, typeof value === "string" ? value : `https://${name.toLowerCase()}/${"0".repeat(32)}`);
    }
    const { config, variables } = await import("../../../shared/kernel/config.ts");
    const read = Object.fromEntries((Object.keys(variables) as VariableName[]).map((name) => [name, config(name)]));
    expect(read).toMatchObject({
      CONFIG_TABLE: expect.stringMatching(/^https:.+config_table/),
      OIDC_ISSUER: "https://identity.example.com",
      OIDC_AUDIENCE: "herald",
      REQUIRED_SCOPE: "notifications",
      ADMINISTRATOR_ROLE: "admin",
      CHAT_API_VERSION: "v24.0",
      CHAT_TOPIC_ARN: TOPIC,
      INBOUND_MESSAGE_QUEUE_URL: expect.stringMatching(/^https:.+inbound_message_queue_url/),
      CHAT_EVENT_QUEUE_URL: expect.stringMatching(/^https:.+chat_event_queue_url/),
      RATE_REFILL_PER_SECOND: 1,
      RATE_BURST: 30,
      BACKOFF_BASE_SECONDS: 30,
      LEASE_SECONDS: 90,
      CONTENT_KEPT_DAYS: 7,
      RECORD_KEPT_DAYS: 90,
      HTTP_API_PROVIDER: false,
      WEBHOOK_HTTP: false,
      DIRECT_CALLS: true,
      SECRET_KEY_ID: expect.any(String),
      PRIVATE_NETWORK_ALLOW: ["10.0.0.0/8", "relay.internal"],
      GUIDES_URL: "/docs/guides",
      DOCS_ASSETS_DIR: "/var/task/assets",
    });
  });

  const scheduled = functions.flatMap(({ trigger, ...rest }) =>
    trigger.kind === "schedule" ? [{ ...rest, ...trigger }] : [],
  );

  it.each(scheduled)("$name runs every $everySeconds s, and its silence rings", ({ name, everySeconds, ...rest }) => {
    const { impact, parts = 1 } = rest;
    const [id] = functionIn(service, name);
    service.hasResourceProperties("AWS::Events::Rule", {
      ScheduleExpression: { 60: "rate(1 minute)", 3600: "rate(1 hour)" }[everySeconds],
      State: "ENABLED",
      Targets: Array.from({ length: parts }, (_, part) =>
        Match.objectLike({
          Arn: { "Fn::GetAtt": [id, "Arn"] },
          Input: parts === 1 ? Match.absent() : JSON.stringify({ part, of: parts }),
          RetryPolicy: Match.objectLike({ MaximumRetryAttempts: 0 }),
        }),
      ),
    });
    const silence = resourcesOf(service, "AWS::CloudWatch::Alarm").find(
      ([, { Properties }]) => Properties.MetricName === "Invocations" && Properties.Dimensions[0].Value.Ref === id,
    )?.[1].Properties;
    expect(silence).toMatchObject({
      ComparisonOperator: "LessThanThreshold",
      Threshold: 1,
      TreatMissingData: "breaching",
    });
    expect(silence?.AlarmDescription).toContain(impact);
  });

  it.each(scheduled)("$name is not run again by Lambda after an error: the next run would meet it", ({ name }) => {
    const [id] = functionIn(service, name);
    const said = resourcesOf(service, "AWS::Lambda::EventInvokeConfig").map(([, { Properties }]) => Properties);
    expect(said.filter(({ FunctionName }) => FunctionName.Ref === id)).toEqual([
      expect.objectContaining({ MaximumRetryAttempts: 0, Qualifier: "$LATEST" }),
    ]);
  });

  it("compare chat templates as often as the settings say", () => {
    const { service: other } = synthesise({ templateReconcileMinutes: "30" });
    const [id] = functionIn(other, "reconcile-chat-templates");
    const [, rule] = resourcesOf(other, "AWS::Events::Rule").find(([, { Properties }]) =>
      Properties.Targets.some(({ Arn }: { Arn: { "Fn::GetAtt": string[] } }) => Arn["Fn::GetAtt"][0] === id),
    ) ?? ["", { Properties: {} }];
    expect(rule.Properties).toMatchObject({ ScheduleExpression: "rate(30 minutes)", State: "ENABLED" });
  });

  it("tell the topic of the settings whenever an alarm rings or falls silent", () => {
    const alarms = resourcesOf(service, "AWS::CloudWatch::Alarm");
    expect(alarms.length).toBeGreaterThan(functions.length);
    for (const [, { Properties }] of alarms) {
      expect(Properties).toMatchObject({ AlarmActions: [TOPIC], OKActions: [TOPIC] });
    }
  });

  it("are on one dashboard", () => {
    const [[, dashboard] = ["", { Properties: {} }]] = resourcesOf(service, "AWS::CloudWatch::Dashboard");
    for (const { name } of functions) expect(JSON.stringify(dashboard.Properties.DashboardBody)).toContain(name);
  });
});
