import { type AttributeValue, GetItemCommand, PutItemCommand } from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeAsSeen } from "../../../ops/restore/conditional-writes.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

type Row = Record<string, AttributeValue>;
const row = (sk: string, more: Row = {}): Row => ({ pk: { S: "O#demo" }, sk: { S: sk }, ...more });
const put = (Item: Row) => fixture.client.send(new PutItemCommand({ TableName: "Config", Item }));
const get = async ({ pk, sk }: Row) =>
  (await fixture.client.send(new GetItemCommand({ TableName: "Config", Key: { pk: pk as never, sk: sk as never } })))
    .Item;
const write = (item: Row, seen?: Row, drops?: string) =>
  writeAsSeen(fixture.client as never, { table: "Config", item, seen, drops });

const KINDS: Row = {
  ...{ text: { S: "" }, number: { N: "12345678901234567890.5" }, flag: { BOOL: false }, nothing: { NULL: true } },
  ...{ bytes: { B: new Uint8Array([0, 255]) }, texts: { SS: ["b", "a"] }, map: { M: { list: { L: [{ N: "1" }] } } } },
};

describe("writeAsSeen()", () => {
  it.each([undefined, "TOTAL#TPL"])(
    "writes what is missing, and nothing where somebody has written (with %s)",
    async (drops) => {
      const name = `missing ${drops}`;
      expect(await write(row(name, KINDS), undefined, drops)).toBe(true);
      expect(await get(row(name))).toEqual(row(name, { ...KINDS, texts: { SS: expect.arrayContaining(["a", "b"]) } }));
      expect(await write(row(name), undefined, drops)).toBe(false);
      expect(await get(row(name))).toHaveProperty("map");
    },
  );

  it.each([undefined, "TOTAL#TPL"])(
    "replaces what is as it was seen, and nothing that has changed since (with %s)",
    async (drops) => {
      const name = `replaced ${drops}`;
      await put(row(name, KINDS));
      for (const changed of ["text", "number", "flag", "bytes", "texts", "map"]) {
        const seen = row(name, { ...KINDS, [changed]: { S: "another" } });
        expect([changed, await write(row(name), seen, drops)]).toEqual([changed, false]);
      }
      expect(await write(row(name, { back: { BOOL: true } }), row(name, KINDS), drops)).toBe(true);
      expect(await get(row(name))).toEqual(row(name, { back: { BOOL: true } }));
    },
  );

  it("drops the total beside it in the same write, and keeps it where nothing was written", async () => {
    await put(row("TOTAL#TPL", { totalCount: { N: "1" } }));
    await put(row("TPL#1"));
    expect(await write(row("TPL#1", KINDS), undefined, "TOTAL#TPL")).toBe(false);
    expect(await get(row("TOTAL#TPL"))).toBeDefined();
    expect(await write(row("TPL#2"), undefined, "TOTAL#TPL")).toBe(true);
    expect(await get(row("TOTAL#TPL"))).toBeUndefined();
  });
});
