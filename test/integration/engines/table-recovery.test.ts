import {
  type AttributeValue,
  DeleteItemCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  PutItemCommand,
  RestoreTableToPointInTimeCommand,
  ScanCommand,
} from "@aws-sdk/client-dynamodb";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type RecoverableTables, recoverableTables } from "../../support/recoverable-tables.ts";

let at: RecoverableTables;
beforeAll(async () => {
  at = await recoverableTables();
});
afterAll(() => at.close());

const put = (TableName: string, pk: string, more: Record<string, AttributeValue> = {}) =>
  at.client.send(new PutItemCommand({ TableName, Item: { pk: { S: pk }, sk: { S: "S" }, ...more } }));
const restore = (SourceTableName: string, TargetTableName: string, RestoreDateTime: Date) =>
  at.client.send(
    new RestoreTableToPointInTimeCommand({
      ...{ SourceTableName, TargetTableName, RestoreDateTime },
      ...{ BillingModeOverride: "PAY_PER_REQUEST", GlobalSecondaryIndexOverride: [] },
    }),
  );
const table = async (TableName: string) => (await at.client.send(new DescribeTableCommand({ TableName }))).Table;
const items = async (TableName: string) =>
  ((await at.client.send(new ScanCommand({ TableName }))).Items ?? []).toSorted((a, b) =>
    String(a.pk?.S).localeCompare(String(b.pk?.S)),
  );

describe("a table with its history", () => {
  it("is restored beside as it was, whatever was written, changed and deleted since", async () => {
    const kinds = {
      n: { N: "1.5" },
      b: { B: new Uint8Array([0, 255]) },
      set: { SS: ["a", "b"] },
      nested: { L: [{ M: {} }] },
    };
    for (let i = 0; i < 60; i++) await put("Chat", `many-${i}`);
    await put("Chat", "changed", kinds);
    await put("Chat", "deleted", { v: { S: "there" } });
    await put("Chat", "gone before", {});
    await at.client.send(
      new DeleteItemCommand({ TableName: "Chat", Key: { pk: { S: "gone before" }, sk: { S: "S" } } }),
    );
    const before = await items("Chat");
    const moment = await at.moment();
    await put("Chat", "changed", { v: { S: "later" } });
    await put("Chat", "new");
    await at.client.send(new DeleteItemCommand({ TableName: "Chat", Key: { pk: { S: "deleted" }, sk: { S: "S" } } }));
    const { TableDescription } = await restore("Chat", "Chat-beside", moment);
    expect(TableDescription).toMatchObject({ TableName: "Chat-beside", TableStatus: "CREATING" });
    await expect.poll(async () => (await table("Chat-beside"))?.TableStatus).toBe("ACTIVE");
    expect(await items("Chat-beside")).toEqual(before);
    expect(before).toContainEqual({ pk: { S: "changed" }, sk: { S: "S" }, ...kinds });
    // The table lacks the indexes that were left out, and has no history of its own.
    expect((await table("Chat-beside"))?.GlobalSecondaryIndexes ?? []).toEqual([]);
    const backups = await at.client.send(new DescribeContinuousBackupsCommand({ TableName: "Chat-beside" }));
    const state = backups.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    expect(state?.PointInTimeRecoveryStatus).toBe("DISABLED");
  });

  it("cannot be read before everything is in it", async () => {
    for (let i = 0; i < 30; i++) await put("ApiKeys", `many-${i}`);
    const moment = await at.moment();
    await restore("ApiKeys", "ApiKeys-beside", moment);
    const counts = new Set<number>();
    while ((await table("ApiKeys-beside"))?.TableStatus === "CREATING")
      await items("ApiKeys-beside").then(
        (found) => counts.add(found.length),
        (error: Error) => expect(error.name).toBe("ResourceNotFoundException"),
      );
    counts.add((await items("ApiKeys-beside")).length);
    expect([...counts]).toEqual([30]);
  });

  it("says between which times it can be restored, and refuses others, a taken name and a missing table", async () => {
    const { ContinuousBackupsDescription: backups } = await at.client.send(
      new DescribeContinuousBackupsCommand({ TableName: "Config" }),
    );
    const { EarliestRestorableDateTime: from, LatestRestorableDateTime: to } =
      backups?.PointInTimeRecoveryDescription ?? {};
    expect(Number(from)).toBeLessThanOrEqual(Number(to));
    const name = (error: string) => ({ name: error });
    const [early, late] = [new Date(Number(from) - 60_000), new Date(Date.now() + 60_000)];
    await expect(restore("Config", "Config-early", early)).rejects.toMatchObject(name("InvalidRestoreTimeException"));
    await expect(restore("Config", "Config-late", late)).rejects.toMatchObject(name("InvalidRestoreTimeException"));
    const moment = await at.moment();
    await expect(restore("Config", "Chat", moment)).rejects.toMatchObject(name("TableAlreadyExistsException"));
    await expect(restore("Nowhere", "Other", moment)).rejects.toMatchObject(name("TableNotFoundException"));
    await expect(restore("Ephemeral", "Other", moment)).rejects.toMatchObject(
      name("PointInTimeRecoveryUnavailableException"),
    );
  });
});
