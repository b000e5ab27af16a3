import fc from "fast-check";
import { describe, expect, it, vi } from "vitest";
import { alarmsOf } from "../../../../rehearsal/metrics/alarms.ts";
import { putEmbeddedMetrics } from "../../../../rehearsal/metrics/embedded-metrics.ts";
import { metricMath } from "../../../../rehearsal/metrics/metric-math.ts";
import { MetricStore } from "../../../../rehearsal/metrics/metric-store.ts";
import type { Deployed, Deployment } from "../../../../rehearsal/resources/deployed.ts";

describe("metric math", () => {
  const computed = (expression: string, values: Record<string, number> = {}) =>
    metricMath(expression, (id) => values[id]);

  it.each([
    ["1 + 2 * 3", 7],
    ["(1 + 2) * 3", 9],
    ["10 - 4 - 3", 3],
    ["8 / 4 / 2", 1],
    ["2 > 1 AND 1 > 2", 0],
    ["1 > 2 OR 2 >= 2", 1],
    ["1 + 1 == 2", 1],
    ["IF(1 < 2, 5, 6)", 5],
    ["IF(0, 5, 6)", 6],
    ["FILL(nothing, 4) + 1", 5],
    ["IF(r > 0, 100 * (f - FILL(e, 0)) / r, 0)", 25],
  ])("%s is %d", (expression, value) => expect(computed(expression, { r: 8, f: 2 })).toBe(value));

  it("has no value where an operand has none", () => {
    expect(computed("nothing + 1")).toBeUndefined();
    expect(computed("IF(nothing > 0, 1, 2)")).toBeUndefined();
  });

  it.each(["1 +", "RATE(m1)", "(1", "1 2", "m1 % 2", "IF 1"])("refuses %s", (expression) =>
    expect(() => computed(expression, { m1: 1 })).toThrow(/expression|not known|expected/),
  );

  it("computes sums and products as JavaScript does", () => {
    const operator = fc.constantFrom("+", "-", "*");
    const terms = fc.array(fc.tuple(operator, fc.integer({ min: 0, max: 99 })), { maxLength: 8 });
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99 }), terms, (first, rest) => {
        const expression = rest.reduce((text, [sign, value]) => `${text} ${sign} ${value}`, String(first));
        // The expression has only digits and signs.
        expect(computed(expression)).toBe(Number(new Function(`return ${expression}`)()));
      }),
    );
  });
});

const alarm = (properties: Record<string, unknown>, logicalId = "LateAB12CD34"): Deployment => {
  const place = { stack: "s", account: "1", region: "r", ref: logicalId, attributes: {}, logicalId };
  const deployed: Deployed = { ...place, type: "AWS::CloudWatch::Alarm", properties };
  return { resources: [deployed], outputs: {}, secrets: new Map() };
};
const age = { namespace: "AWS/SQS", name: "Age" };
const q = { QueueName: "q" };

describe("an alarm", () => {
  const late = {
    ...{ Namespace: "AWS/SQS", MetricName: "Age", Dimensions: [{ Name: "QueueName", Value: "q" }] },
    ...{ Period: 60, Statistic: "Maximum", EvaluationPeriods: 3, Threshold: 10 },
    ...{ ComparisonOperator: "GreaterThanThreshold", TreatMissingData: "notBreaching" },
  };
  const MINUTE = 60_000;

  /** Gives an alarm one value a minute, oldest first, with gaps for undefined ones, and says whether it rings. */
  function rings(properties: Record<string, unknown>, values: readonly (number | undefined)[]): boolean {
    let now = 0;
    const metrics = new MetricStore(() => now);
    for (const value of values) {
      if (value !== undefined) metrics.put(age, q, value);
      now += MINUTE;
    }
    const [only] = alarmsOf(alarm(properties), metrics);
    expect(only?.name).toBe("Late");
    return only?.rings(now) ?? false;
  }

  it("rings once the value was too high for all of its periods", () => {
    expect(rings(late, [11, 12, 13])).toBe(true);
    expect(rings(late, [9, 12, 13])).toBe(false);
    expect(rings(late, [11, 12, 13, 10])).toBe(false);
    expect(rings(late, [11, undefined, 13])).toBe(false);
  });

  it("rings after so many of its periods as it asks for", () => {
    const oneOfThree = { ...late, DatapointsToAlarm: 1 };
    expect(rings(oneOfThree, [11, 0, 0])).toBe(true);
    expect(rings(oneOfThree, [11, 0, 0, 0])).toBe(false);
  });

  it("rings below a floor, and when nothing is said where that is a breach", () => {
    const silent = { ...late, ComparisonOperator: "LessThanThreshold", TreatMissingData: "breaching", Threshold: 1 };
    expect(rings(silent, [1, undefined, undefined, undefined])).toBe(true);
    expect(rings(silent, [undefined, undefined, 1])).toBe(false);
  });

  it("compares an expression over several metrics, and a query over all series of a function", () => {
    const metrics = new MetricStore(() => 0);
    const common = { EvaluationPeriods: 1, Threshold: 0, TreatMissingData: "notBreaching" };
    const above = { ...common, ComparisonOperator: "GreaterThanThreshold" };
    const stat = {
      Metric: { Namespace: "AWS/SQS", MetricName: "Age", Dimensions: late.Dimensions },
      Period: 300,
      Stat: "Sum",
    };
    const summed = {
      ...above,
      Metrics: [
        { Id: "all", Expression: "FILL(one, 0) + FILL(two, 0)" },
        { Id: "one", MetricStat: stat, ReturnData: false },
        { Id: "two", MetricStat: { ...stat, Stat: "SampleCount" }, ReturnData: false },
      ],
    };
    const selected = {
      ...above,
      Metrics: [{ Id: "e", Period: 300, Expression: `SELECT SUM(Age) FROM "AWS/SQS" WHERE QueueName = 'q'` }],
    };
    const ringsNow = (properties: Record<string, unknown>) => alarmsOf(alarm(properties), metrics)[0]?.rings(1);
    expect([ringsNow(summed), ringsNow(selected)]).toEqual([false, false]);
    metrics.put(age, { QueueName: "another" }, 5);
    expect([ringsNow(summed), ringsNow(selected)]).toEqual([false, false]);
    metrics.put(age, { ...q, more: "x" }, 5);
    expect([ringsNow(summed), ringsNow(selected)]).toEqual([false, true]);
    metrics.put(age, q, 0);
    expect(ringsNow(summed)).toBe(true);
  });

  it("of a kind that is not known ends the run", () => {
    const other = { ...late, TreatMissingData: "ignore" };
    expect(() => alarmsOf(alarm(other), new MetricStore(Date.now))).toThrow();
  });
});

describe("a line in the embedded metric format", () => {
  const line = (fields: object) => JSON.stringify({ function: "fn", service: "herald", failures: 2, ...fields });
  const directive = {
    Namespace: "Herald",
    Dimensions: [["service"], ["service", "function"]],
    Metrics: [{ Name: "failures" }],
  };
  const window = { from: 0, to: 10 };

  it("puts its values under each of its sets of dimensions", () => {
    const metrics = new MetricStore(() => 1);
    putEmbeddedMetrics(line({ _aws: { CloudWatchMetrics: [directive] } }), metrics.put);
    putEmbeddedMetrics(line({ failures: [1, 2], _aws: { CloudWatchMetrics: [directive] } }), metrics.put);
    const failures = { namespace: "Herald", name: "failures" };
    expect(metrics.values(failures, { service: "herald" }, window)).toEqual([2, 1, 2]);
    expect(metrics.values(failures, { function: "fn", service: "herald" }, window)).toEqual([2, 1, 2]);
    expect(metrics.values(failures, { function: "fn" }, window)).toEqual([]);
  });

  it("is any other line without effect", () => {
    const put = vi.fn();
    for (const other of ["", 'no JSON with "_aws"', '{"_aws"', '{"_aws":{}}', line({})]) putEmbeddedMetrics(other, put);
    expect(put).not.toHaveBeenCalled();
  });
});
