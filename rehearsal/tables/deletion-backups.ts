import { randomBytes } from "node:crypto";
import * as z from "zod";
import { type EngineCall, TableError } from "../../local/aws/table/engine-call.ts";
import type { Item } from "../../local/aws/table/table-history.ts";

/** DynamoDB makes this backup when a table with point-in-time recovery is deleted. */
export interface DeletionBackup {
  readonly arn: string;
  readonly table: string;
  readonly tableArn: string;
  readonly atMs: number;
  /** This is the engine's description of the table. */
  readonly described: unknown;
  readonly items: readonly Item[];
}

const MAX_PAGES = 10_000;
const page = z.looseObject({
  Items: z.array(z.record(z.string(), z.unknown())).default([]),
  LastEvaluatedKey: z.record(z.string(), z.unknown()).optional(),
});

/** Makes the backup of a table that is about to be deleted. */
export async function backupOf(call: EngineCall, table: string, tableArn: string): Promise<DeletionBackup> {
  const described = await call("DescribeTable", { TableName: table });
  const atMs = Date.now();
  const arn = `${tableArn}/backup/${String(atMs).padStart(14, "0")}-${randomBytes(4).toString("hex")}`;
  return { arn, table, tableArn, atMs, described, items: await itemsOf(call, table) };
}

async function itemsOf(call: EngineCall, TableName: string): Promise<Item[]> {
  const items: Item[] = [];
  let from: object = {};
  for (let pages = 0; pages < MAX_PAGES; pages++) {
    const { Items, LastEvaluatedKey } = page.parse(await call("Scan", { TableName, ...from }));
    items.push(...Items);
    if (LastEvaluatedKey === undefined) return items;
    from = { ExclusiveStartKey: LastEvaluatedKey };
  }
  throw new Error(`the table ${TableName} has more items than can be kept`);
}

/** Returns the answer to `ListBackups`. */
export const listed = (all: readonly DeletionBackup[]): object => ({
  BackupSummaries: all.map(({ arn, table, tableArn, atMs }) => ({
    ...{ TableName: table, TableArn: tableArn, BackupArn: arn, BackupName: `${table}$DeletedTableBackup` },
    ...{ BackupCreationDateTime: atMs / 1000, BackupStatus: "AVAILABLE", BackupType: "SYSTEM" },
  })),
});

/** Throws DynamoDB's error if there is no such backup. */
export function backupNamed(all: readonly DeletionBackup[], arn: string): DeletionBackup {
  const found = all.find((one) => one.arn === arn);
  if (found === undefined) throw new TableError("BackupNotFoundException", `Backup not found: ${arn}`);
  return found;
}
