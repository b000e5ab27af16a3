import { beforeAll, describe, expect, it } from "vitest";
import { settings as prodExample } from "../../config/prod.example.ts";
import { functions } from "../../lib/functions.ts";
import { functionIn, resourcesOf, synthesise, type Templates } from "./stacks/synthesise.ts";

// biome-ignore lint/suspicious/noExplicitAny: what a template holds has no type.
type Fields = Record<string, any>;

const PROD = { stage: "prod", ...prodExample };
/** Lambda's and our own metrics come at most this long after the minute that they count. */
const METRIC_DELAY_SECONDS = 180;
/**
 * Lambda accepts 15 calls of its control plane a second in a region, and a deployment makes several calls when it
 * begins.
 */
const MOST_AT_ONCE = 6;

describe("new code in production", () => {
  let prod: Templates;
  beforeAll(() => {
    prod = synthesise(PROD);
  });
  const aliases = () => resourcesOf(prod.service, "AWS::Lambda::Alias");
  const groups = () => resourcesOf(prod.service, "AWS::CodeDeploy::DeploymentGroup");
  const releasedOf = (name: string) => functionIn(prod.service, name)[0].replace(/Function[0-9A-F]{8}$/, "");
  const tried = functions.filter(({ isTriedOut }) => isTriedOut);
  const aliasOf = (name: string): Fields => {
    const found = Object.entries(prod.service.findResources("AWS::Lambda::Alias")).find(([id]) =>
      id.startsWith(`${releasedOf(name)}Function`),
    );
    return { id: found?.[0], ...found?.[1] };
  };
  const groupOf = (name: string): Fields => {
    const [id, group] = groups().find(([one]) => one.startsWith(`${releasedOf(name)}Function`)) ?? [];
    return { id, ...group };
  };
  const alarmOf = (name: string, { service }: Templates = prod): Fields => {
    const [, alarm] = resourcesOf(service, "AWS::CloudWatch::Alarm").find(([id]) =>
      new RegExp(`^${releasedOf(name)}NewCodeErrors[0-9A-F]{8}$`).test(id),
    ) ?? ["", { Properties: {} }];
    return alarm.Properties;
  };

  it("stands behind an alias wherever callers wait for it, and in the delivery", () => {
    const behind = functions.filter(
      ({ trigger }) =>
        ["routes", "fallback", "function-url"].includes(trigger.kind) ||
        (trigger.kind === "queue" && trigger.queue === "delivery"),
    );
    expect(aliases().map(([, { Properties }]) => Properties.Name)).toEqual(behind.map(() => "live"));
    for (const { name } of tried) expect(behind.map((one) => one.name)).toContain(name);
  });

  it.each(tried)("of $name takes a tenth of the calls first, and goes back when it fails", ({ name }) => {
    const { id, Properties } = groupOf(name);
    expect(Properties).toMatchObject({
      DeploymentConfigName: expect.stringMatching(/^CodeDeployDefault\.LambdaCanary10Percent\d+Minutes$/),
      AlarmConfiguration: { Enabled: true },
      AutoRollbackConfiguration: { Enabled: true, Events: expect.arrayContaining(["DEPLOYMENT_STOP_ON_ALARM"]) },
    });
    expect(Properties.AlarmConfiguration.Alarms).toHaveLength(1);
    // The group must know the alarm of the new version before the alias moves.
    expect(aliasOf(name).DependsOn).toContain(id);
    expect(aliasOf(name).UpdatePolicy.CodeDeployLambdaAliasUpdate.DeploymentGroupName).toEqual({ Ref: id });
  });

  it.each(tried)("of $name is watched for longer than its alarm takes to see a failure", ({ name }) => {
    const minutes = Number(/(\d+)Minutes$/.exec(groupOf(name).Properties.DeploymentConfigName)?.[1]);
    const { Metrics, EvaluationPeriods, DatapointsToAlarm } = alarmOf(name);
    const periods = new Set(Metrics.flatMap(({ Period, MetricStat }: Fields) => Period ?? MetricStat?.Period ?? []));
    expect([...periods]).toEqual([60]);
    // The alarm of a failure in the first half of the canary's minutes rings before the canary ends, and the alarm
    // looks back long enough to see a metric that comes late.
    expect(minutes * 60).toBeGreaterThanOrEqual(2 * (60 + METRIC_DELAY_SECONDS));
    expect(EvaluationPeriods * 60).toBeGreaterThan(60 + METRIC_DELAY_SECONDS);
    expect(DatapointsToAlarm).toBe(1);
  });

  it.each(tried)(
    "of $name goes out while the version before it fails: its alarm is new, and counts it alone",
    ({ name }) => {
      const { Metrics } = alarmOf(name);
      const { FunctionVersion } = aliasOf(name).Properties;
      const counted: Fields[] = Metrics.flatMap(({ MetricStat }: Fields) => MetricStat?.Metric ?? []);
      expect(counted.length).toBeGreaterThan(0);
      for (const { Dimensions } of counted)
        expect(Dimensions.map(({ Value }: Fields) => Value)).toContainEqual(FunctionVersion);
      const { Ref } = groupOf(name).Properties.AlarmConfiguration.Alarms[0].Name;
      const next = synthesise({ ...PROD, rateBurst: 31, requiredScope: "other", leaseSeconds: 91 });
      const nextRef = resourcesOf(next.service, "AWS::CodeDeploy::DeploymentGroup").find(
        ([id]) => id === groupOf(name).id,
      )?.[1].Properties.AlarmConfiguration.Alarms[0].Name.Ref;
      // A changed alarm would keep the state of the previous version until its next evaluation.
      expect(nextRef).toMatch(new RegExp(`^${releasedOf(name)}NewCodeErrors`));
      expect(nextRef).not.toBe(Ref);
      expect(Object.keys(next.service.findResources("AWS::CloudWatch::Alarm"))).not.toContain(Ref);
    },
  );

  it("is tried out by few deployments at once, and reaches the other functions after them", () => {
    expect(groups()).toHaveLength(tried.length);
    expect(tried.length).toBeLessThanOrEqual(MOST_AT_ONCE);
    const first = tried.map(({ name }) => aliasOf(name).id);
    const others = Object.entries(prod.service.findResources("AWS::Lambda::Alias")).filter(
      ([id]) => !first.includes(id),
    );
    expect(others).toHaveLength(aliases().length - tried.length);
    for (const [, { DependsOn, UpdatePolicy }] of others) {
      expect(DependsOn).toEqual(expect.arrayContaining(first));
      expect(UpdatePolicy).toBeUndefined();
    }
  });

  it("goes out at once, whatever alarm rings, where a setting says so, and nothing but the deployment groups changes", () => {
    const resources = ({ service }: Templates): Fields => service.toJSON().Resources;
    const [usual, urgent] = [resources(prod), resources(synthesise({ ...PROD, deployAtOnce: true }))];
    expect(Object.keys(urgent)).toEqual(Object.keys(usual));
    const changed = Object.keys(usual).filter((id) => JSON.stringify(urgent[id]) !== JSON.stringify(usual[id]));
    expect(new Set(changed)).toEqual(new Set(groups().map(([id]) => id)));
    for (const id of changed) {
      expect(urgent[id].Properties).toMatchObject({
        DeploymentConfigName: "CodeDeployDefault.LambdaAllAtOnce",
        AlarmConfiguration: { Enabled: false },
      });
    }
  });

  it("connects callers and the delivery queue to the alias, never to the newest code", () => {
    for (const [, { Properties }] of resourcesOf(prod.service, "AWS::ApiGatewayV2::Integration")) {
      expect(Properties.IntegrationUri.Ref).toMatch(/Aliaslive/);
    }
    const mapped = resourcesOf(prod.service, "AWS::Lambda::EventSourceMapping").map(([, { Properties }]) =>
      JSON.stringify(Properties.FunctionName),
    );
    expect(mapped.find((name) => name.includes(releasedOf("deliver-notification")))).toContain("Aliaslive");
  });

  it("keeps the versions before, so that an alias has one to be pointed back to, and none of a deployment that failed", () => {
    const versions = Object.values(prod.service.findResources("AWS::Lambda::Version"));
    expect(versions).toHaveLength(aliases().length);
    for (const { DeletionPolicy } of versions) expect(DeletionPolicy).toBe("RetainExceptOnCreate");
  });

  it("lets the deployments move the aliases of these functions, and nothing else", () => {
    const policy = resourcesOf(prod.service, "AWS::IAM::Policy").find(([id]) => id.startsWith("CanaryRole"))?.[1];
    const statements: Fields[] = policy?.Properties.PolicyDocument.Statement ?? [];
    const wide = statements.filter(({ Resource }) => Resource === "*");
    expect(wide.map(({ Action }) => Action)).toEqual(["cloudwatch:DescribeAlarms"]);
    for (const [, { Properties }] of resourcesOf(prod.service, "AWS::IAM::Role")) {
      expect(JSON.stringify(Properties.ManagedPolicyArns ?? "")).not.toContain("AWSCodeDeploy");
    }
  });
});
