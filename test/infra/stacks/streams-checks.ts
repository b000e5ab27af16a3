import { beforeAll, describe, expect, it } from "vitest";
import { pascalCase } from "../../../lib/cloud/pascal-case.ts";
import { functions, STREAM_LIMITS } from "../../../lib/functions.ts";
import { tables } from "../../../lib/tables.ts";
import { functionIn, resourcesOf, synthesise, type Templates } from "./synthesise.ts";

const readers = functions.flatMap(({ trigger, ...rest }) =>
  trigger.kind === "stream" ? [{ ...rest, ...trigger }] : [],
);

describe("streams", () => {
  let templates: Templates;
  beforeAll(() => {
    templates = synthesise();
  });
  const mappingsOf = (name: string) => {
    const [id] = functionIn(templates.service, name);
    return resourcesOf(templates.service, "AWS::Lambda::EventSourceMapping").filter(
      ([, { Properties }]) => Properties.FunctionName.Ref === id,
    );
  };

  it.each(readers)("call $name shard by shard, halve what fails, and tell of what is given up", (reader) => {
    const mappings = mappingsOf(reader.name);
    expect(mappings).toHaveLength(reader.tables.length);
    for (const [, { Properties }] of mappings)
      expect(Properties).toMatchObject({
        BatchSize: reader.batchSize,
        StartingPosition: "TRIM_HORIZON",
        BisectBatchOnFunctionError: true,
        FunctionResponseTypes: ["ReportBatchItemFailures"],
        MaximumRetryAttempts: STREAM_LIMITS.maxRetries,
        MaximumRecordAgeInSeconds: STREAM_LIMITS.maxAgeSeconds,
        ParallelizationFactor: 1,
        ...(reader.namesShard && { TumblingWindowInSeconds: 900 }),
        DestinationConfig: {
          OnFailure: {
            Destination: {
              "Fn::GetAtt": [expect.stringMatching(new RegExp(`^${pascalCase(reader.name)}Destination`)), "Arn"],
            },
          },
        },
      });
  });

  it("give a change up after finite retries, and while DynamoDB still keeps it for hours", () => {
    const RETENTION_SECONDS = 86_400;
    const HOURS_TO_READ = 4;
    // Lambda accepts 0 to 10,000 retries; -1 means that they never end.
    expect(STREAM_LIMITS.maxRetries).toBeGreaterThan(0);
    expect(STREAM_LIMITS.maxRetries).toBeLessThanOrEqual(10_000);
    expect(STREAM_LIMITS.maxAgeSeconds).toBeLessThanOrEqual(RETENTION_SECONDS - HOURS_TO_READ * 3600);
  });

  it("have one reader each, because a shard has room for two, and a successor needs the second place", () => {
    const sources = resourcesOf(templates.service, "AWS::Lambda::EventSourceMapping")
      .filter(([, { Properties }]) => Properties.StartingPosition !== undefined)
      .map(([, { Properties }]) => JSON.stringify(Properties.EventSourceArn));
    expect(sources).not.toHaveLength(0);
    expect(sources).toEqual([...new Set(sources)]);
  });

  it.each(readers)("that $name reads are those of tables that have one, by their names in the data stack", (reader) => {
    for (const { name } of reader.tables) expect(tables.find((table) => table.name === name)?.stream).toBe(true);
    const sources = JSON.stringify(mappingsOf(reader.name).map(([, { Properties }]) => Properties.EventSourceArn));
    for (const { name } of reader.tables) expect(sources).toContain(`${name}Table`);
  });

  it.each(readers)("call $name with what it asks for alone, by patterns as Lambda takes them", (reader) => {
    for (const { name, filters } of reader.tables) {
      const mapping = mappingsOf(reader.name).find(([, { Properties }]) =>
        JSON.stringify(Properties.EventSourceArn).includes(`${name}Table`),
      );
      const patterns = mapping?.[1].Properties.FilterCriteria.Filters.map(
        ({ Pattern }: { readonly Pattern: string }) => Pattern,
      );
      expect(patterns).toEqual(filters.map((one) => JSON.stringify(one)));
      // Lambda limits the filters of a mapping and the length of a pattern.
      expect(filters.length).toBeGreaterThan(0);
      expect(filters.length).toBeLessThanOrEqual(5);
      for (const pattern of patterns) expect(pattern.length).toBeLessThanOrEqual(4096);
    }
  });

  it.each(readers)("ring when $name gets changes five minutes late", ({ name, impact }) => {
    const [id] = functionIn(templates.service, name);
    const alarm = resourcesOf(templates.service, "AWS::CloudWatch::Alarm").find(
      ([, { Properties }]) => Properties.MetricName === "IteratorAge" && Properties.Dimensions[0].Value.Ref === id,
    )?.[1].Properties;
    expect(alarm).toMatchObject({ Statistic: "Maximum", Threshold: 300_000, TreatMissingData: "notBreaching" });
    expect(alarm?.AlarmDescription).toContain(impact);
  });
});
