import { describe, expect, it } from "vitest";
import { outcomeOf } from "../../../../../../local/aws/function-host/stream/batch-answer.ts";
import { records } from "./records.ts";

const failures = (...identifiers: unknown[]) => ({
  batchItemFailures: identifiers.map((itemIdentifier) => ({ itemIdentifier })),
});

describe("outcomeOf()", () => {
  it.each([[undefined], [null], [{}], [{ batchItemFailures: null }], [failures()]])(
    "takes %j for success",
    (answer) => {
      expect(outcomeOf(answer, records(3))).toEqual({ kind: "processed" });
    },
  );

  it("goes on from the lowest of the records that failed", () => {
    expect(outcomeOf(failures("3", "2"), records(3))).toEqual({ kind: "failed-from", sequenceNumber: "2" });
  });

  it.each([
    [failures("")],
    [failures(null)],
    [failures("17")],
    [failures("1", "17")],
    [{ batchItemFailures: [{}] }],
    ["no"],
  ])("treats %j as a failure of the whole batch", (answer) => {
    expect(outcomeOf(answer, records(3))).toEqual({ kind: "failed" });
  });
});
