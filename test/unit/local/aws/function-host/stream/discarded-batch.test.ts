import { describe, expect, it } from "vitest";
import { type Condition, discardedBatch } from "../../../../../../local/aws/function-host/stream/discarded-batch.ts";
import { aRecord, SECOND } from "./records.ts";

describe("discardedBatch()", () => {
  const records = [aRecord(4), aRecord(5, SECOND + 9)];
  const of = (tries: number, condition: Condition = "RecordAgeExceeded") =>
    discardedBatch(
      { condition, functionArn: "arn:f", stream: "arn:s", shard: "shard-1", records, tries },
      new Date("2027-01-16T08:00:00Z"),
    );

  it("says which records were left out and why, in Lambda's own words", () => {
    expect(of(3)).toEqual({
      requestContext: {
        requestId: expect.stringMatching(/^[0-9a-f-]{36}$/),
        functionArn: "arn:f",
        condition: "RecordAgeExceeded",
        approximateInvokeCount: 3,
      },
      responseContext: { statusCode: 200, executedVersion: "$LATEST", functionError: "Unhandled" },
      version: "1.0",
      timestamp: "2027-01-16T08:00:00.000Z",
      DDBStreamBatchInfo: {
        shardId: "shard-1",
        startSequenceNumber: "4",
        endSequenceNumber: "5",
        approximateArrivalOfFirstRecord: "2027-01-15T08:00:00.000Z",
        approximateArrivalOfLastRecord: "2027-01-15T08:00:09.000Z",
        batchSize: 2,
        streamArn: "arn:s",
      },
    });
  });

  it("says when the retries are used up", () => {
    expect(of(9, "RetryAttemptsExhausted")).toMatchObject({
      requestContext: { condition: "RetryAttemptsExhausted", approximateInvokeCount: 9 },
    });
  });

  it("tells of no response of a function that was never asked", () => {
    expect(of(0)).not.toHaveProperty("responseContext");
  });
});
