import { setTimeout as pause } from "node:timers/promises";
import {
  DeleteTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  type DynamoDBClient,
  ResourceNotFoundException,
  RestoreTableToPointInTimeCommand,
  type TableDescription,
  TableNotFoundException,
  TagResourceCommand,
} from "@aws-sdk/client-dynamodb";
import { besideName } from "./moment.ts";

const FIRST_LOOK_MS = 250;
const LONGEST_PAUSE_MS = 15_000;

/** Restores tables as of a moment, each beside the living one. */
export class RestoredTables {
  readonly #client: DynamoDBClient;
  readonly #to: Date;

  constructor(client: DynamoDBClient, to: Date) {
    this.#client = client;
    this.#to = to;
  }

  /**
   * Starts the restore of a table unless an earlier run did, and returns the new table's name. Throws if the moment or
   * the table cannot be restored.
   */
  async begin(table: string): Promise<string> {
    const beside = besideName(table, this.#to);
    if ((await this.#described(beside)) !== undefined) return beside;
    await this.#requireBackup(table);
    await this.#client.send(
      new RestoreTableToPointInTimeCommand({
        SourceTableName: table,
        TargetTableName: beside,
        RestoreDateTime: this.#to,
        BillingModeOverride: "PAY_PER_REQUEST",
        // The table is only scanned. Without indexes it is ready sooner and costs less.
        GlobalSecondaryIndexOverride: [],
      }),
    );
    return beside;
  }

  /** Waits until the restored table can be read, and tags it so that a forgotten one shows on the bill. */
  async untilReady(beside: string, longestMs: number): Promise<void> {
    const endsAt = Date.now() + longestMs;
    for (let pauseMs = FIRST_LOOK_MS; ; pauseMs = Math.min(2 * pauseMs, LONGEST_PAUSE_MS)) {
      const table = await this.#described(beside);
      if (table?.TableStatus === "ACTIVE") return this.#tag(table);
      // DynamoDB may not know a table yet whose restore has just begun.
      const status = table?.TableStatus ?? "CREATING";
      if (status !== "CREATING") throw new Error(`${beside} is ${status}`);
      if (Date.now() > endsAt)
        throw new Error(`${beside} is not ready after ${longestMs / 60_000} minutes: run the command again to go on`);
      await pause(pauseMs);
    }
  }

  /**
   * Deletes the restored table and returns whether it existed. A table cannot be deleted while it is being created, so
   * the method waits for the creation.
   */
  async remove(table: string, longestMs: number): Promise<boolean> {
    const TableName = besideName(table, this.#to);
    const status = (await this.#described(TableName))?.TableStatus;
    if (status === undefined || status === "DELETING") return false;
    if (status === "CREATING") await this.untilReady(TableName, longestMs);
    await this.#client.send(new DeleteTableCommand({ TableName }));
    return true;
  }

  async #tag({ TableArn }: TableDescription): Promise<void> {
    const Tags = [
      { Key: "service", Value: "herald" },
      { Key: "restored-to", Value: this.#to.toISOString() },
    ];
    await this.#client.send(new TagResourceCommand({ ResourceArn: TableArn, Tags }));
  }

  async #requireBackup(table: string): Promise<void> {
    const { ContinuousBackupsDescription: backups } = await this.#backupsOf(table);
    const recovery = backups?.PointInTimeRecoveryDescription;
    if (recovery?.PointInTimeRecoveryStatus !== "ENABLED")
      throw new Error(`${table} has no backups: point-in-time recovery is not enabled`);
    const { EarliestRestorableDateTime: from, LatestRestorableDateTime: until } = recovery;
    if (from === undefined || until === undefined) throw new Error(`${table} has no backup yet`);
    if (this.#to >= from && this.#to <= until) return;
    const range = `from ${from.toISOString()} to ${until.toISOString()}`;
    throw new Error(`${table} can be restored to a moment ${range}, and not to ${this.#to.toISOString()}`);
  }

  async #backupsOf(TableName: string) {
    try {
      return await this.#client.send(new DescribeContinuousBackupsCommand({ TableName }));
    } catch (error) {
      if (error instanceof TableNotFoundException)
        throw new Error(`there is no table ${TableName} to copy back into: docs/restore.md, A table is lost`);
      if (!(error instanceof Error && error.name === "UnknownOperationException")) throw error;
      throw new Error("the tables of this stack have no backups: only those of a deployment do", { cause: error });
    }
  }

  async #described(TableName: string): Promise<TableDescription | undefined> {
    try {
      return (await this.#client.send(new DescribeTableCommand({ TableName }))).Table;
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }
}
