import { BatchWriteCommand, DynamoDBDocumentClient, GetCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { putTogether } from "../../../shared/aws/dynamo/put-together.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let table: TableFixture;
beforeAll(async () => {
  table = await tableFixture();
});
afterAll(() => table.close());

const WHOLE = { isWhole: true, wasRepeated: false };

/** Creates a client that counts the items in each of its requests. */
function counted(): { client: DynamoDBDocumentClient; requests: number[] } {
  const client = DynamoDBDocumentClient.from(table.client);
  const requests: number[] = [];
  client.middlewareStack.add(
    (next) => (args) => {
      const { RequestItems = {} } = args.input as { RequestItems?: Record<string, unknown[]> };
      requests.push(Object.values(RequestItems).flat().length);
      return next(args);
    },
    { step: "initialize" },
  );
  return { client, requests };
}
const newItem = (is = "stored") => ({ pk: crypto.randomUUID(), is });
const read = async (pk: string) =>
  (await table.client.send(new GetCommand({ TableName: "Ephemeral", Key: { pk }, ConsistentRead: true }))).Item;

describe("putTogether()", () => {
  it("shares requests of at most 25 items among those who write at the same moment, and parts no caller's", async () => {
    const { client, requests } = counted();
    const items = Array.from({ length: 60 }, () => newItem());
    const pairs = Array.from({ length: 30 }, (_, i) => items.slice(2 * i, 2 * i + 2));
    const outcomes = await Promise.all(pairs.map((pair) => putTogether(client, "Ephemeral", pair)));
    expect(outcomes).toEqual(pairs.map(() => WHOLE));
    expect(requests).toEqual([24, 24, 12]);
    expect(await Promise.all(items.map(({ pk }) => read(pk)))).toEqual(items);
  });

  it("writes an item of two callers in the order in which they asked", async () => {
    const { client, requests } = counted();
    const { pk } = newItem();
    const [first, last] = ["first", "last"].map((is) => [{ pk, is }, newItem()]);
    await putTogether(client, "Ephemeral", first ?? []);
    await Promise.all([first, last].map((pair) => putTogether(client, "Ephemeral", pair ?? [])));
    expect(requests).toEqual([2, 2, 2]);
    expect(await read(pk)).toEqual({ pk, is: expect.stringMatching(/^(?:first|last)$/) });
  });

  it("tells each caller of what the store left out of its own items", async () => {
    const { client } = counted();
    const mock = mockClient(client);
    onTestFinished(() => mock.restore());
    mock.on(BatchWriteCommand).callsFake(({ RequestItems: { Ephemeral: requests } }) => ({
      UnprocessedItems: { Ephemeral: [requests[3]] },
      $metadata: { attempts: 2 },
    }));
    const pairs = [1, 2, 3].map(() => [newItem(), newItem()]);
    const outcomes = await Promise.all(pairs.map((pair) => putTogether(client, "Ephemeral", pair)));
    expect(outcomes.map(({ isWhole }) => isWhole)).toEqual([true, false, true]);
    expect(outcomes.map(({ wasRepeated }) => wasRepeated)).toEqual([true, true, true]);
  });

  it("fails for the one whose item can never be written, and for nobody else", async () => {
    const { client, requests } = counted();
    const [one, other] = [newItem(), newItem()];
    const tooLarge = { pk: crypto.randomUUID(), is: "x".repeat(410_000) };
    const outcomes = await Promise.allSettled(
      [one, tooLarge, other].map((item) => putTogether(client, "Ephemeral", [item])),
    );
    expect(outcomes.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled"]);
    expect(requests).toEqual([3, 1, 1, 1]);
    expect(await Promise.all([one, other].map(({ pk }) => read(pk)))).toEqual([one, other]);
  });

  it("tells everybody when the store fails, and works again afterwards", async () => {
    const { client } = counted();
    const mock = mockClient(client);
    onTestFinished(() => mock.restore());
    mock.on(BatchWriteCommand).rejectsOnce(new Error("store down")).resolves({});
    const write = () => Promise.allSettled([1, 2].map(() => putTogether(client, "Ephemeral", [newItem()])));
    expect((await write()).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await write()).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });
});
