import { describe, expect, it } from "vitest";
import { grantedStreams, policyWith } from "../../../../ops/restore-table/granted-streams.ts";

const stream = (table: string, label: string) => `arn:aws:dynamodb:eu-central-1:1:table/${table}/stream/${label}`;

describe("the policy of restored streams", () => {
  it("gives the three rights that a reader needs, to a first stream", () => {
    expect(policyWith([], stream("a", "1"))).toEqual({
      Version: "2012-10-17",
      Statement: [
        {
          Sid: "RestoredStreams",
          Effect: "Allow",
          Action: ["dynamodb:DescribeStream", "dynamodb:GetRecords", "dynamodb:GetShardIterator"],
          Resource: [stream("a", "1")],
        },
      ],
    });
  });

  it("keeps the streams of other tables, and replaces earlier ones of the same", () => {
    const before = [stream("a", "1"), stream("ab", "1"), stream("c", "1")];
    const after = policyWith(before, stream("a", "2"));
    expect(grantedStreams(after)).toEqual([stream("ab", "1"), stream("c", "1"), stream("a", "2")]);
  });

  it("keeps earlier streams of the same table that are still read", () => {
    const after = policyWith([stream("a", "1"), stream("a", "2")], stream("a", "3"), [stream("a", "2")]);
    expect(grantedStreams(after)).toEqual([stream("a", "2"), stream("a", "3")]);
  });

  it("is read as people write it, with one statement and one stream", () => {
    expect(grantedStreams(undefined)).toEqual([]);
    const one = { Effect: "Allow", Action: "dynamodb:GetRecords", Resource: stream("a", "1") };
    expect(grantedStreams({ Statement: one })).toEqual([stream("a", "1")]);
    expect(grantedStreams({ Statement: [one, { ...one, Resource: [stream("b", "1")] }] })).toHaveLength(2);
  });

  it.each([[{}], [{ Statement: { Effect: "Deny", Resource: "*" } }], ["text"]])(
    "is not overwritten if it is %j",
    (document) => {
      expect(() => grantedStreams(document)).toThrow("is not one of this command");
    },
  );
});
