import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  afterOutcome,
  type Batch,
  batchesOf,
  type Outcome,
  withoutExhausted,
  withoutExpired,
} from "../../../../../../local/aws/function-host/stream/batch-progress.ts";
import { aRecord, numbersOf, records, SECOND } from "./records.ts";

const shown = (waiting: readonly Batch[]) => waiting.map((batch) => [numbersOf(batch.records), batch.tries]);
const FAILED: Outcome = { kind: "failed" };
const PROCESSED: Outcome = { kind: "processed" };
const failedFrom = (number: number): Outcome => ({ kind: "failed-from", sequenceNumber: String(number) });

describe("batchesOf()", () => {
  it("makes batches of the size of the mapping, in order", () => {
    expect(shown(batchesOf(records(5), 2))).toEqual([
      [[1, 2], 0],
      [[3, 4], 0],
      [[5], 0],
    ]);
    expect(batchesOf([], 2)).toEqual([]);
  });

  it("puts no more than six megabytes into one, and a record that is larger alone", () => {
    const of = (number: number, bytes: number) => {
      const { dynamodb, ...rest } = aRecord(number);
      return { ...rest, dynamodb: { ...dynamodb, SizeBytes: bytes } };
    };
    const some = [of(1, 2_600_000), of(2, 1_500_000), of(3, 1_500_000), of(4, 5_000_000), of(5, 10)];
    expect(batchesOf(some, 100).map((batch) => numbersOf(batch.records))).toEqual([[1, 2], [3], [4], [5]]);
  });
});

describe("afterOutcome()", () => {
  const waiting = batchesOf(records(7), 4);

  it("goes on with the next batch when one is processed", () => {
    const { waiting: left, processedTo } = afterOutcome(waiting, PROCESSED);
    expect([shown(left), processedTo]).toEqual([[[[5, 6, 7], 0]], "4"]);
  });

  it("halves a batch that failed, and lets nothing overtake it", () => {
    const once = afterOutcome(waiting, FAILED);
    expect([shown(once.waiting), once.processedTo]).toEqual([
      [
        [[1, 2], 0],
        [[3, 4], 0],
        [[5, 6, 7], 0],
      ],
      undefined,
    ]);
    expect(shown(afterOutcome(afterOutcome(once.waiting, PROCESSED).waiting, FAILED).waiting)).toEqual([
      [[3], 0],
      [[4], 0],
      [[5, 6, 7], 0],
    ]);
  });

  it("tries a single record again and again", () => {
    const alone = batchesOf(records(1), 4);
    const twice = afterOutcome(afterOutcome(alone, FAILED).waiting, FAILED);
    expect([shown(twice.waiting), twice.processedTo]).toEqual([[[[1], 2]], undefined]);
  });

  it("goes on from the record that failed", () => {
    const { waiting: left, processedTo } = afterOutcome(waiting, failedFrom(3));
    expect([shown(left), processedTo]).toEqual([
      [
        [[3, 4], 0],
        [[5, 6, 7], 0],
      ],
      "2",
    ]);
  });

  it("tries the whole batch again when its first record failed", () => {
    const { waiting: left, processedTo } = afterOutcome(waiting, failedFrom(1));
    expect([shown(left)[0], processedTo]).toEqual([[[1, 2, 3, 4], 1], undefined]);
  });

  it("never loses a record, nor changes their order, nor calls one processed that is not, whatever fails", () => {
    const step = fc.record({ kind: fc.constantFrom("processed", "failed", "failed-from"), at: fc.nat(20) });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 40 }),
        fc.integer({ min: 1, max: 9 }),
        fc.array(step),
        (count, size, steps) => {
          let left = batchesOf(records(count), size);
          let processedTo = 0;
          for (const { kind, at } of steps) {
            const first = left[0]?.records ?? [];
            const failed = first[at % Math.max(1, first.length)];
            const outcome: Outcome =
              kind === "failed-from" && failed
                ? { kind, sequenceNumber: failed.dynamodb.SequenceNumber }
                : { kind: kind === "processed" ? "processed" : "failed" };
            const progress = afterOutcome(left, outcome);
            left = progress.waiting;
            processedTo = Number(progress.processedTo ?? processedTo);
            const rest = left.flatMap((batch) => numbersOf(batch.records));
            expect(rest).toEqual(numbersOf(records(count)).slice(processedTo));
            expect(left.every((batch) => batch.records.length > 0 && batch.records.length <= size)).toBe(true);
          }
          // The batch is finished once all of its changes have succeeded.
          for (let rounds = 0; left.length > 0; rounds += 1) {
            expect(rounds).toBeLessThanOrEqual(count);
            left = afterOutcome(left, PROCESSED).waiting;
          }
        },
      ),
    );
  });
});

describe("withoutExhausted()", () => {
  const [first, ...later] = batchesOf(records(5), 2);
  const tried = (tries: number): readonly Batch[] => [{ records: first?.records ?? [], tries }, ...later];

  it("leaves nothing out while the first batch may be retried", () => {
    expect(withoutExhausted(tried(3), 3)).toEqual({ waiting: tried(3), leftOut: [] });
    expect(withoutExhausted([], 0)).toEqual({ waiting: [], leftOut: [] });
  });

  it("leaves the first batch out that failed at its last retry, and calls it processed", () => {
    const { waiting, leftOut, processedTo } = withoutExhausted(tried(4), 3);
    expect([waiting, numbersOf(leftOut), processedTo]).toEqual([later, [1, 2], "2"]);
  });
});

describe("withoutExpired()", () => {
  const aged = [aRecord(1, SECOND - 10), aRecord(2, SECOND - 5), aRecord(3, SECOND)];

  it("leaves nothing out while all are young enough", () => {
    const waiting = batchesOf(aged, 10);
    expect(withoutExpired(waiting, SECOND - 10)).toEqual({ waiting, leftOut: [] });
    expect(withoutExpired([], SECOND)).toEqual({ waiting: [], leftOut: [] });
  });

  it("leaves out what is too old at the beginning, and calls it processed", () => {
    const { waiting, leftOut, processedTo } = withoutExpired(batchesOf(aged, 10), SECOND - 4);
    expect([shown(waiting), numbersOf(leftOut), processedTo]).toEqual([[[[3], 0]], [1, 2], "2"]);
  });

  it("leaves a whole batch out, and the next one in its place", () => {
    const { waiting, leftOut } = withoutExpired(batchesOf(aged, 2), SECOND + 1);
    expect([shown(waiting), numbersOf(leftOut)]).toEqual([[[[3], 0]], [1, 2]]);
  });
});
