import { execFile } from "node:child_process";
import { resolve } from "node:path";
import { promisify } from "node:util";
import { beforeAll, describe, expect, it } from "vitest";
import { settings as prodExample } from "../../config/prod.example.ts";
import { functions } from "../../lib/functions.ts";
import { type Fields, type Metric, metricsIn, sorted } from "./embedded-metrics.ts";
import { functionIn, type Resource, resourcesOf, synthesise, type Templates } from "./stacks/synthesise.ts";

interface Broken {
  readonly errors: Fields[];
  readonly counts: Metric[];
  readonly hasCrashed: boolean;
  readonly answer: Fields | undefined;
}

/** Returns, by the name of each function, the lines that it wrote while its stores refused every call. */
async function brokenFunctions(): Promise<Map<string, Broken>> {
  const script = resolve(import.meta.dirname, "failures/break-functions.ts");
  const { stdout, stderr } = await promisify(execFile)(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", script],
    { timeout: 400_000, maxBuffer: 10_000_000 },
  );
  const found = new Map<string, Fields[]>();
  for (const text of [stdout, stderr]) {
    let name = "";
    for (const line of text.split("\n").filter((one) => one.startsWith("{"))) {
      const fields: Fields = JSON.parse(line);
      name = fields.begins ?? name;
      found.set(name, [...(found.get(name) ?? []), fields]);
    }
  }
  return new Map([...found].map(([name, lines]) => [name, whatBecame(lines)]));
}

/**
 * These metrics count a refused request, and a call that the SDK repeated after a direct call had failed. Other metrics
 * count the failure itself.
 */
const RINGING_NONE = ["rate_limited", "direct_call_fallback"];

const whatBecame = (lines: Fields[]): Broken => ({
  errors: lines.filter(({ level }) => level === "ERROR"),
  counts: lines.flatMap(metricsIn).filter(({ name }) => !RINGING_NONE.includes(name)),
  hasCrashed: lines.some(({ crashed }) => crashed !== undefined),
  answer: lines.find(({ answered }) => answered !== undefined)?.answered,
});

/** The script gives this version to its functions. */
const VERSION = "7";
const isOfVersion = ({ dimensions }: Metric): boolean => dimensions.some(([name]) => name === "version");

describe("a function whose stores refuse every call", () => {
  let service: Templates["service"];
  let broken: Map<string, Broken>;
  /** Returns the name that the script gives to a function. In the cloud, the function's `Ref` stands for it. */
  const physical = (name: string) => `physical-${name}`;
  const nameOf = new Map<string, string>();
  beforeAll(async () => {
    service = synthesise({ stage: "prod", ...prodExample }).service;
    for (const { name } of functions) nameOf.set(functionIn(service, name)[0], physical(name));
    broken = await brokenFunctions();
  });
  const brokenOf = (name: string): Broken => {
    const found = broken.get(name);
    if (found === undefined) throw new Error(`${name} was not run`);
    return found;
  };
  /** Resolves an expression as CloudFormation does: the name of a function, its version, or a name with a suffix. */
  const resolved = (value: string | Fields): string => {
    if (typeof value === "string") return value;
    if (value["Fn::Join"]) return value["Fn::Join"][1].map(resolved).join("");
    return value.Ref === undefined ? VERSION : (nameOf.get(value.Ref) ?? "");
  };
  const dimensionsIn = (given: Fields[] = []) => sorted(given.map(({ Name, Value }) => [Name, resolved(Value)]));

  /** Returns the metrics that an alarm adds up, by their ids in its expression. */
  function watchedBy({ Properties }: Resource): Map<string, Metric> {
    const metricOf = ({ Namespace, MetricName, Dimensions }: Fields): Metric => ({
      namespace: Namespace,
      name: MetricName,
      dimensions: dimensionsIn(Dimensions),
    });
    if (Properties.MetricName !== undefined) return new Map([["only", metricOf(Properties)]]);
    const queries: Fields[] = Properties.Metrics.filter(({ MetricStat }: Fields) => MetricStat?.Stat === "Sum");
    return new Map(queries.map(({ Id, MetricStat }) => [Id, metricOf(MetricStat.Metric)]));
  }

  /** Says whether the alarm rings when this metric alone has a value, once. */
  function rings(alarm: Resource, metric: Metric): boolean {
    const {
      Threshold,
      ComparisonOperator,
      Metrics = [{ Expression: "FILL(only, 0)", ReturnData: true }],
    } = alarm.Properties;
    const watched = watchedBy(alarm);
    const expression: string = Metrics.find(({ Expression }: Fields) => Expression !== undefined)?.Expression ?? "";
    const values = expression.split(" + ").map((term) => {
      const id = /^FILL\((\w+), 0\)$/.exec(term)?.[1];
      return id !== undefined && JSON.stringify(watched.get(id)) === JSON.stringify(metric) ? 1 : 0;
    });
    const total = values.reduce<number>((sum, value) => sum + value, 0);
    return ComparisonOperator === "GreaterThanThreshold" && total > Threshold;
  }

  const crashOf = (name: string): Metric => ({
    namespace: "AWS/Lambda",
    name: "Errors",
    dimensions: [["FunctionName", physical(name)]],
  });
  const alarms = () => resourcesOf(service, "AWS::CloudWatch::Alarm").filter(([id]) => !id.startsWith("MediaUpload"));
  const ringingFor = (metric: Metric) => alarms().filter(([, alarm]) => rings(alarm, metric));

  it.each(functions)("$name says it once, and counts it once for the one alarm that rings", ({ name, impact }) => {
    const { errors, counts, hasCrashed } = brokenOf(name);
    // Lambda writes one line for a crash and counts it, so the function itself must not do so a second time.
    const told = hasCrashed ? [...counts, crashOf(name)] : counts.filter((one) => !isOfVersion(one));
    expect(errors).toHaveLength(hasCrashed ? 0 : 1);
    expect(told).toHaveLength(1);
    for (const metric of told) {
      const ringing = ringingFor(metric);
      expect(ringing).toHaveLength(1);
      expect(impact.length).toBeGreaterThan(10);
      expect(ringing[0]?.[1].Properties.AlarmDescription).toContain(impact.slice(0, 900));
    }
  });

  it.each(functions)("$name rings by the same alarm when it crashes", ({ name }) => {
    const ringing = ringingFor(crashOf(name));
    expect(ringing).toHaveLength(1);
    for (const metric of brokenOf(name).counts.filter((one) => !isOfVersion(one)))
      expect(ringingFor(metric)).toEqual(ringing);
  });

  const crashOfVersion = (name: string): Metric => ({
    ...crashOf(name),
    dimensions: [
      ["ExecutedVersion", VERSION],
      ["FunctionName", physical(name)],
      ["Resource", `${physical(name)}:live`],
    ],
  });
  const stopsOf = (name: string): Fields[] =>
    resourcesOf(service, "AWS::CodeDeploy::DeploymentGroup")
      .filter(([id]) => id.startsWith(functionIn(service, name)[0].replace(/[0-9A-F]{8}$/, "")))
      .map(([, { Properties }]) => Properties.AlarmConfiguration.Alarms);

  it.each(functions.filter(({ isTriedOut }) => isTriedOut))(
    "$name goes back when its new version crashes or fails, and never for the version before",
    ({ name }) => {
      const { counts, hasCrashed } = brokenOf(name);
      const ofVersion = counts.filter(isOfVersion);
      expect(ofVersion).toHaveLength(hasCrashed ? 0 : 1);
      for (const metric of [...ofVersion, crashOfVersion(name)]) {
        const ringing = ringingFor(metric);
        expect(stopsOf(name)).toEqual([ringing.map(([id]) => ({ Name: { Ref: id } }))]);
        expect(ringing).toHaveLength(1);
      }
      const [[before] = [""]] = ringingFor(crashOf(name));
      expect(JSON.stringify(stopsOf(name))).not.toContain(before);
    },
  );

  it.each(functions)("$name names the cause with its stack, and nothing of it in an answer", ({ name }) => {
    const { errors, answer } = brokenOf(name);
    for (const { error } of errors)
      expect(error).toMatchObject({ name: expect.any(String), stack: expect.stringContaining(" at ") });
    expect(JSON.stringify(answer ?? "")).not.toMatch(/not authorized|AccessDenied|ENOENT/);
  });

  it("deliver-notification rings by the same alarm for deliveries that an outage postpones", () => {
    const { counts } = brokenOf("an outage");
    expect(counts.map(({ name }) => name)).toEqual(["outage", "outage"]);
    const rung = counts.map((outage) => ringingFor(outage).map(([id]) => id));
    const idsFor = (metric: Metric) => ringingFor(metric).map(([id]) => id);
    // The metric has the worker's name and its version, because two stages of an account share the namespace.
    expect(rung).toEqual([idsFor(crashOf("deliver-notification")), idsFor(crashOfVersion("deliver-notification"))]);
  });

  it.each(["receive-inbound-message", "apply-chat-event"])("%s names the causes of all events that failed", (name) => {
    const [line] = brokenOf(name).errors;
    const cause = { name: "AccessDeniedException", stack: expect.stringContaining(" at ") };
    expect(line?.error.name).toBe("ChatEventsError");
    expect(line?.causes).toEqual([expect.objectContaining(cause), expect.objectContaining(cause)]);
  });

  it("the upload server says it once, and answers with the status that its alarm counts", () => {
    const { errors, counts, answer } = brokenOf("media-upload");
    expect(errors).toHaveLength(1);
    expect(new Set(counts.map(({ name }) => name))).toEqual(new Set(["server_errors"]));
    expect(answer?.statusCode).toBe(500);
    const [[, alarm] = ["", { Properties: {} }]] = resourcesOf(service, "AWS::CloudWatch::Alarm").filter(([id]) =>
      id.startsWith("MediaUpload"),
    );
    expect(JSON.stringify(alarm.Properties.Metrics)).toContain("SUM(HTTPResponseStatusClass5XX)");
  });
});
