import { BatchGetCommand, DynamoDBDocumentClient, GetCommand, PutCommand } from "@aws-sdk/lib-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { readRareTogether, readTogether, readTogetherConsistently } from "../../../shared/aws/dynamo/read-together.ts";
import { type TableFixture, tableFixture } from "../../support/table-fixture.ts";

let table: TableFixture;
beforeAll(async () => {
  table = await tableFixture();
});
afterAll(() => table.close());

const at = (pk: string, TableName = "Ephemeral") => ({ TableName, Key: { pk } });

/** Creates a client that records what it sends. */
function counted(): { client: DynamoDBDocumentClient; sent: string[] } {
  const client = DynamoDBDocumentClient.from(table.client);
  const sent: string[] = [];
  client.middlewareStack.add(
    (next, { commandName = "" }) =>
      (args) => {
        sent.push(commandName);
        return next(args);
      },
    { step: "initialize" },
  );
  return { client, sent };
}

describe("readTogether()", () => {
  it("asks once for what many want at the same moment, whatever the table, and gives each its own", async () => {
    const names = Array.from({ length: 12 }, () => crypto.randomUUID());
    for (const pk of names) await table.client.send(new PutCommand({ TableName: "Ephemeral", Item: { pk, is: pk } }));
    const account = { pk: "O#owner", sk: "SMTP#1" };
    await table.client.send(new PutCommand({ TableName: "Config", Item: { ...account, label: "Shop" } }));
    const { client, sent } = counted();
    const twice = [...names, ...names].map((pk) => readTogether(client, at(pk)));
    const other = readTogether(client, { TableName: "Config", Key: account });
    expect((await Promise.all(twice)).map((item) => item?.is)).toEqual([...names, ...names]);
    expect(await other).toMatchObject({ label: "Shop" });
    expect(sent).toEqual(["BatchGetItemCommand"]);
  });

  it("reads one item by itself, and looks a second time for what is missing", async () => {
    const { client, sent } = counted();
    expect(await readTogether(client, at("nobody"))).toBeUndefined();
    expect(sent).toEqual(["GetItemCommand", "GetItemCommand"]);
  });

  it("reads one item once for all who want it at the same moment", async () => {
    const pk = crypto.randomUUID();
    await table.client.send(new PutCommand({ TableName: "Ephemeral", Item: { pk, is: pk } }));
    const { client, sent } = counted();
    const items = await Promise.all([1, 2, 3].map(() => readTogetherConsistently(client, at(pk))));
    expect(items.map((item) => item?.is)).toEqual([pk, pk, pk]);
    expect(sent).toEqual(["GetItemCommand"]);
  });

  it("asks consistently where that is asked for, alone and together with others", async () => {
    const asked: unknown[] = [];
    const mock = mockClient(table.client);
    onTestFinished(() => mock.restore());
    mock.on(GetCommand).callsFake(({ ConsistentRead }) => {
      asked.push(ConsistentRead);
      return {};
    });
    mock.on(BatchGetCommand).callsFake(({ RequestItems: { Ephemeral, Config } }) => {
      asked.push([Ephemeral.ConsistentRead, Config.ConsistentRead]);
      return { Responses: { Ephemeral: [{ pk: "a" }], Config: [{ pk: "b", sk: "c" }] } };
    });
    await readTogetherConsistently(table.client, at("a"));
    await Promise.all([
      readTogetherConsistently(table.client, at("a")),
      readTogetherConsistently(table.client, { TableName: "Config", Key: { pk: "b", sk: "c" } }),
    ]);
    expect(asked).toEqual([true, [true, true]]);
  });

  it("sees what was written after an earlier read of the same item", async () => {
    const { client } = counted();
    const pk = crypto.randomUUID();
    for (const count of [1, 2, 3]) {
      await table.client.send(new PutCommand({ TableName: "Ephemeral", Item: { pk, count } }));
      const [mine] = await Promise.all([readTogether(client, at(pk)), readTogether(client, at("another"))]);
      expect(mine).toMatchObject({ count });
    }
  });

  it("reads by itself what the store left out", async () => {
    const mock = mockClient(table.client);
    onTestFinished(() => mock.restore());
    mock.on(BatchGetCommand).resolves({
      Responses: { Ephemeral: [{ pk: "a", is: "a" }] },
      UnprocessedKeys: { Ephemeral: { Keys: [{ pk: "b" }] } },
    });
    mock.on(GetCommand).resolves({ Item: { pk: "b", is: "b" } });
    const items = await Promise.all([readTogether(table.client, at("a")), readTogether(table.client, at("b"))]);
    expect(items).toMatchObject([{ is: "a" }, { is: "b" }]);
  });

  it("asks once for a rare item, alone and together with others, and again only for what the store left out", async () => {
    const { client, sent } = counted();
    expect(await readRareTogether(client, at("nobody"))).toBeUndefined();
    expect(sent.splice(0)).toEqual(["GetItemCommand"]);
    const pk = crypto.randomUUID();
    await table.client.send(new PutCommand({ TableName: "Ephemeral", Item: { pk, is: pk } }));
    const asked = [
      readRareTogether(client, at("nobody")),
      readTogether(client, at(pk)),
      readRareTogether(client, at(pk)),
    ];
    expect((await Promise.all(asked)).map((item) => item?.is)).toEqual([undefined, pk, pk]);
    expect(sent).toEqual(["BatchGetItemCommand"]);
    const mock = mockClient(table.client);
    onTestFinished(() => mock.restore());
    mock.on(BatchGetCommand).resolves({
      Responses: { Config: [{ pk: "a", sk: "b", is: "a" }] },
      UnprocessedKeys: { Config: { Keys: [{ sk: "d", pk: "c" }] } },
    });
    mock.on(GetCommand).resolves({ Item: { pk: "c", sk: "d", is: "c" } });
    const left = [
      ["a", "b"],
      ["c", "d"],
      ["e", "f"],
    ].map(([one = "", sk = ""]) => readRareTogether(table.client, { TableName: "Config", Key: { pk: one, sk } }));
    expect((await Promise.all(left)).map((item) => item?.is)).toEqual(["a", "c", undefined]);
  });

  it("tells everybody when the store fails, and works again afterwards", async () => {
    const mock = mockClient(table.client);
    onTestFinished(() => mock.restore());
    mock
      .on(BatchGetCommand)
      .rejectsOnce(new Error("store down"))
      .resolves({
        Responses: { Ephemeral: [{ pk: "a" }, { pk: "b" }] },
      });
    const read = () => Promise.allSettled([readTogether(table.client, at("a")), readTogether(table.client, at("b"))]);
    expect((await read()).map(({ status }) => status)).toEqual(["rejected", "rejected"]);
    expect((await read()).map(({ status }) => status)).toEqual(["fulfilled", "fulfilled"]);
  });
});
