import { readFileSync } from "node:fs";
import { PutCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { DATA_KEYS, DynamoDataKeyStore } from "../../../shared/aws/dynamo/data-key-store.ts";
import type { DataKeyStore, StoredDataKey } from "../../../shared/kernel/secrets/data-keys.ts";
import { inMemoryDataKeyStore } from "../../support/in-memory-data-key-store.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const aKey = (id: string): StoredDataKey => ({ id, sealed: Buffer.from(`sealed ${id}`).toString("base64") });
/** The store keeps the data keys in an item of its own, in a table with a sort key or in a table without one. */
const inConfig = () => ({ TableName: "Config", Key: { pk: DATA_KEYS, sk: crypto.randomUUID() } });
const inEphemeral = () => ({ TableName: "Ephemeral", Key: { pk: `${DATA_KEYS}#${crypto.randomUUID()}` } });

/** Tests the promises that every DataKeyStore keeps. */
function dataKeyStoreContract(name: string, open: () => DataKeyStore): void {
  describe(`DataKeyStore: ${name}`, () => {
    it("is empty at first, and then has its first key", async () => {
      const store = open();
      expect(await store.list()).toEqual([]);
      expect(await store.addFirst(aKey("00000001"))).toEqual([aKey("00000001")]);
      expect(await store.list()).toEqual([aKey("00000001")]);
    });

    it("keeps one of the first keys of many processes at once, and tells each which", async () => {
      const store = open();
      const ids = Array.from({ length: 8 }, (_, i) => `0000000${i}`);
      const answers = await Promise.all(ids.map((id) => store.addFirst(aKey(id))));
      const kept = await store.list();
      expect(kept).toHaveLength(1);
      expect(answers).toEqual(ids.map(() => kept));
    });
  });
}

dataKeyStoreContract("double", inMemoryDataKeyStore);
dataKeyStoreContract("Config", () => new DynamoDataKeyStore(fixture.client, inConfig()));
dataKeyStoreContract("Ephemeral", () => new DynamoDataKeyStore(fixture.client, inEphemeral()));

describe("DynamoDataKeyStore", () => {
  it("has the key that an operator adds as docs/security.md says, as the newest", async () => {
    const page = readFileSync(new URL("../../../docs/security.md", import.meta.url), "utf8");
    const said = (option: string): string => new RegExp(`--${option} '([^']+)'`).exec(page)?.[1] ?? "";
    expect(JSON.parse(said("key"))).toEqual({ pk: { S: DATA_KEYS }, sk: { S: DATA_KEYS } });
    const address = inConfig();
    const store = new DynamoDataKeyStore(fixture.client, address);
    const rotate = (one: StoredDataKey) =>
      fixture.client.send(
        new UpdateCommand({
          ...address,
          UpdateExpression: said("update-expression"),
          ConditionExpression: said("condition-expression"),
          ExpressionAttributeNames: JSON.parse(said("expression-attribute-names")),
          ExpressionAttributeValues: { ":new": [one] },
        }),
      );
    // Without a first key, nothing was sealed, and there is nothing to rotate.
    await expect(rotate(aKey("00000002"))).rejects.toThrow("conditional request failed");
    await store.addFirst(aKey("00000001"));
    await rotate(aKey("00000002"));
    expect(await store.list()).toEqual([aKey("00000001"), aKey("00000002")]);
  });

  it.each([
    ["no key", []],
    ["an id of another form", [{ id: "second", sealed: "AAAA" }]],
    ["a key without its sealed text", [{ id: "00000001" }]],
  ])("refuses an item with %s", async (_, keys) => {
    const { TableName, Key } = inConfig();
    await fixture.client.send(new PutCommand({ TableName, Item: { ...Key, keys } }));
    await expect(new DynamoDataKeyStore(fixture.client, { TableName, Key }).list()).rejects.toThrow();
  });
});
