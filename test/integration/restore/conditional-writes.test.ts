import {
  type AttributeValue,
  GetItemCommand,
  PutItemCommand,
  TransactionCanceledException,
  TransactionConflictException,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { writeAsSeen } from "../../../ops/restore/conditional-writes.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let fixture: TableFixture;
beforeAll(async () => {
  fixture = await tableFixture();
});
afterAll(() => fixture.close());

const canceled = (Code: string) =>
  new TransactionCanceledException({ message: "canceled", $metadata: {}, CancellationReasons: [{ Code }] });

type Row = Record<string, AttributeValue>;
const row = (sk: string, more: Row = {}): Row => ({ pk: { S: "O#demo" }, sk: { S: sk }, ...more });
const put = (Item: Row) => fixture.client.send(new PutItemCommand({ TableName: "Config", Item }));
const get = async ({ pk, sk }: Row) =>
  (await fixture.client.send(new GetItemCommand({ TableName: "Config", Key: { pk: pk as never, sk: sk as never } })))
    .Item;
const dropping = (sk: string) => [{ Delete: { TableName: "Config", Key: { pk: { S: "O#demo" }, sk: { S: sk } } } }];
const write = (item: Row, seen?: Row, drops?: string) =>
  writeAsSeen(fixture.client as never, {
    ...{ table: "Config", item, seen },
    ...(drops !== undefined && { together: dropping(drops) }),
  });

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

  it.each([undefined, "TOTAL#TPL"])("leaves alone what has got another attribute since (with %s)", async (drops) => {
    const name = `grown ${drops}`;
    const seen = row(name, { label: { S: "seen" } });
    for (const since of ["revision", "media", "providerPhoneNumberId", "latestInboundAtMs"]) {
      await put({ ...seen, [since]: { S: "since" } });
      expect([since, await write(row(name), seen, drops)]).toEqual([since, false]);
    }
  });

  it.each([undefined, "TOTAL#TPL"])(
    "knows its own write again when the answer to it was lost (with %s)",
    async (drops) => {
      const name = `lost answer ${drops}`;
      await put(row(name));
      expect(await write(row(name, KINDS), row(name), drops)).toBe(true);
      expect(await write(row(name, KINDS), row(name), drops)).toBe(true);
    },
  );

  it.each([
    ["a lone write", undefined, new TransactionConflictException({ message: "busy", $metadata: {} })],
    ["several", "TOTAL#TPL", canceled("TransactionConflict")],
    ["several that are throttled", "TOTAL#TPL", canceled("ThrottlingError")],
  ])("tries %s again when another transaction is at it", async (what, drops, busy) => {
    const { client } = fixture;
    let calls = 0;
    const send = (command: never): Promise<unknown> => (++calls === 1 ? Promise.reject(busy) : client.send(command));
    const together = drops === undefined ? [] : dropping(drops);
    const written = writeAsSeen({ send } as never, { table: "Config", item: row(what), seen: undefined, together });
    expect([await written, calls]).toEqual([true, 2]);
    expect(await get(row(what))).toBeDefined();
  });
});
