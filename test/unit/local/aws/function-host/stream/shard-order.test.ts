import { describe, expect, it } from "vitest";
import { readableShards } from "../../../../../../local/aws/function-host/stream/shard-order.ts";

const idsOf = (over: string[], shards: Parameters<typeof readableShards>[0]) =>
  readableShards(shards, (shard) => over.includes(shard)).map(({ id }) => id);

describe("readableShards()", () => {
  const family = [{ id: "a" }, { id: "b", parentId: "a" }, { id: "c", parentId: "a" }, { id: "d", parentId: "b" }];

  it("lets a child wait until its parent is processed", () => {
    expect(idsOf([], family)).toEqual(["a"]);
    expect(idsOf(["a"], family)).toEqual(["b", "c"]);
    expect(idsOf(["a", "b"], family)).toEqual(["c", "d"]);
  });

  it("reads the child of a parent that is there no more", () => {
    expect(idsOf([], [{ id: "b", parentId: "a" }])).toEqual(["b"]);
  });
});
