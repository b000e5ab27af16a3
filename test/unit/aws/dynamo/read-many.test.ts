import type { BatchGetCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { describe, expect, it } from "vitest";
import { readMany } from "../../../../shared/aws/dynamo/read-many.ts";

const KEYS = ["a", "b", "c"].map((pk) => ({ pk, sk: "1" }));

/** Creates a store that answers for one more item with each request, or for none. */
function store({ isBusy = false } = {}) {
  const asked: number[] = [];
  const send = async ({ input }: BatchGetCommand) => {
    const keys = input.RequestItems?.Config?.Keys ?? [];
    asked.push(keys.length);
    const [answered, left] = isBusy ? [[], keys] : [keys.slice(0, 1), keys.slice(1)];
    const rest = left.length > 0 ? { Config: { Keys: left } } : undefined;
    return { Responses: { Config: answered }, UnprocessedKeys: rest };
  };
  const pauses: number[] = [];
  const wait = async (ms: number) => void pauses.push(ms);
  return { client: { send } as unknown as DynamoDBDocumentClient, asked, pauses, wait };
}

describe("readMany()", () => {
  it("asks again for what the store was too busy for, and waits before it does", async () => {
    const { client, asked, pauses, wait } = store();
    expect(await readMany(client, "Config", KEYS, wait)).toEqual(KEYS);
    expect(asked).toEqual([3, 2, 1]);
    expect(pauses).toHaveLength(2);
  });

  it("waits longer and longer, and gives up", async () => {
    const { client, pauses, wait } = store({ isBusy: true });
    await expect(readMany(client, "Config", KEYS, wait)).rejects.toThrow("does not answer for all items");
    expect(pauses).toHaveLength(7);
    expect(pauses.at(-1)).toBeGreaterThan(10 * (pauses[0] ?? Number.POSITIVE_INFINITY));
    expect(Math.max(...pauses)).toBeLessThanOrEqual(800);
  });
});
