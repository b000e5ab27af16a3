import { describe, expect, it } from "vitest";
import { expiryMarked } from "../../../../local/aws/function-host/stream/expiry-mark.ts";
import type { StreamRecord } from "../../../../local/aws/function-host/stream/stream-service.ts";
import { aRecord, SECOND } from "./records.ts";

const removed = (ttl: object): StreamRecord => {
  const { dynamodb } = aRecord(1);
  return { eventName: "REMOVE", dynamodb: { ...dynamodb, OldImage: { pk: { S: "a" }, ttl } } };
};

describe("expiryMarked()", () => {
  it("marks an item that was past its time when it went as DynamoDB does", () => {
    expect(expiryMarked("ttl")(removed({ N: String(SECOND - 1) }))).toHaveProperty("userIdentity", {
      type: "Service",
      principalId: "dynamodb.amazonaws.com",
    });
  });

  it.each([
    ["one whose time was not over", removed({ N: String(SECOND) })],
    ["one without a number", removed({ S: "1" })],
    ["a change that is none", aRecord(1)],
  ])("leaves %s as it is", (_, record) => {
    expect(expiryMarked("ttl")(record)).toBe(record);
  });

  it("leaves everything of a table whose items do not expire as it is", () => {
    const record = removed({ N: "1" });
    expect(expiryMarked(undefined)(record)).toBe(record);
  });
});
