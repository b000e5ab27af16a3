import { describe, expect, it } from "vitest";
import { readTableChanges } from "../../../../shared/aws/table-changes.ts";
import { streamFunction } from "../../../../shared/edge/background/stream-function.ts";
import type { TableChange } from "../../../../shared/kernel/table-change.ts";
import { aContext, FUNCTION_NAME } from "../../../support/an-event.ts";
import { countingMetrics, recordingLog } from "../../../support/silent-telemetry.ts";

const STREAM =
  "arn:aws:dynamodb:eu-central-1:123456789012:table/herald-data-prod-ChatTable-1A2B/stream/2026-01-01T00:00:00.000";

const record = (number: number, images: object = {}, more: object = {}) => ({
  ...{ eventID: `event-${number}`, eventName: "MODIFY", eventSourceARN: STREAM, ...more },
  dynamodb: {
    ApproximateCreationDateTime: 1_800_000_000,
    SequenceNumber: String(number),
    Keys: { pk: { S: "C#1" }, sk: { S: "STATE" } },
    ...images,
  },
});

function setUp(useCase: (changes: readonly TableChange[]) => Promise<readonly TableChange[]>) {
  const services = { log: recordingLog(), metrics: countingMetrics() };
  const handler = streamFunction(
    readTableChanges,
    (_services: typeof services, changes) => useCase(changes),
    () => services,
  );
  const call = (...Records: object[]) => handler({ Records }, aContext);
  return { ...services, call };
}

describe("streamFunction()", () => {
  it("runs the use case once with all changes of a batch, in their order", async () => {
    const seen: string[][] = [];
    const { call, metrics } = setUp(async (changes) => {
      seen.push(changes.map(({ sequenceNumber }) => sequenceNumber));
      return [];
    });
    expect(await call(record(1), record(2))).toEqual({ batchItemFailures: [] });
    expect([seen, metrics.failures]).toEqual([[["1", "2"]], []]);
  });

  it("gives back what failed, and counts it once for the alarm of its function", async () => {
    const { call, metrics } = setUp(async (changes) => changes.slice(1));
    expect(await call(record(1), record(2), record(3))).toEqual({
      batchItemFailures: [{ itemIdentifier: "2" }, { itemIdentifier: "3" }],
    });
    expect(metrics.failures).toEqual([["failed_records", FUNCTION_NAME]]);
  });

  it("throws what the use case throws: the whole batch comes again", async () => {
    const { call } = setUp(async () => {
      throw new TypeError("no table");
    });
    await expect(call(record(1))).rejects.toThrow("no table");
  });
});

describe("readTableChanges()", () => {
  it("reads items as the stores do, and leaves the record as it came", () => {
    const bytes = Buffer.from("compressed").toString("base64");
    const given = record(7, {
      OldImage: { attempt: { N: "1" } },
      NewImage: { attempt: { N: "2" }, content: { M: { bytes: { B: bytes } } }, gone: { BOOL: true } },
    });
    const before = structuredClone(given);
    expect(readTableChanges({ Records: [given] })).toEqual([
      {
        table: "herald-data-prod-ChatTable-1A2B",
        sequenceNumber: "7",
        at: new Date("2027-01-15T08:00:00Z"),
        keys: { pk: "C#1", sk: "STATE" },
        before: { attempt: 1 },
        after: { attempt: 2, content: { bytes: Buffer.from("compressed") }, gone: true },
        record: before,
      },
    ]);
  });

  it.each([[undefined], [{}], [{ Records: [{}] }], [{ Records: [{ ...record(1), eventSourceARN: "arn:aws:sqs:x" }] }]])(
    "refuses %j",
    (event) => {
      expect(() => readTableChanges(event)).toThrow();
    },
  );
});
