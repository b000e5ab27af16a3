import * as z from "zod";
import { type EngineCall, engineCall, TableError } from "../../local/aws/table/engine-call.ts";
import type { TableRecovery } from "../../local/aws/table/table-recovery.ts";
import { recoveryDays } from "../resources/create-tables.ts";
import { type Deployment, ofType } from "../resources/deployed.ts";
import { backupNamed, backupOf, type DeletionBackup, listed } from "./deletion-backups.ts";
import { lastRecord, requireStream } from "./engine-stream.ts";
import { TableStreams } from "./table-streams.ts";

const named = z.looseObject({ TableName: z.string() });
const tagged = z.looseObject({ ResourceArn: z.string() });
const update = z.looseObject({
  TableName: z.string(),
  StreamSpecification: z.looseObject({ StreamEnabled: z.boolean() }).optional(),
});
const backupsUpdate = z.looseObject({
  TableName: z.string(),
  PointInTimeRecoverySpecification: z.looseObject({
    PointInTimeRecoveryEnabled: z.boolean(),
    RecoveryPeriodInDays: z.number().optional(),
  }),
});
const restoring = z.looseObject({ TargetTableName: z.string(), BackupArn: z.string() });
const described = z.looseObject({
  Table: z.looseObject({ TableArn: z.string(), DeletionProtectionEnabled: z.boolean().default(false) }),
});
const backups = z.looseObject({
  ContinuousBackupsDescription: z.looseObject({ PointInTimeRecoveryDescription: z.looseObject({}) }),
});
const DEFAULT_RECOVERY_DAYS = 35;

export interface TableControlOptions {
  readonly deployment: Deployment;
  /** This is the endpoint of the table engine. */
  readonly endpoint: string;
  /** Restores the tables of that endpoint. */
  readonly recovery: TableRecovery;
  readonly place: { readonly account: string; readonly region: string };
}

/**
 * Answers those of DynamoDB's operations on whole tables that the engine lacks or answers in another way: ARNs of the
 * account, streams, point-in-time recovery, and the backup that DynamoDB makes when a table is deleted.
 */
export class TableControl {
  readonly streams = new TableStreams();
  readonly #call: EngineCall;
  readonly #recovery: TableRecovery;
  readonly #arnOf: (table: string) => string;
  readonly #recoveryDays = new Map<string, number>();
  readonly #backups: DeletionBackup[] = [];
  /** Maps a table to the backup from which it was restored. */
  readonly #restoredFrom = new Map<string, DeletionBackup>();
  readonly #operations: Readonly<Record<string, (input: unknown) => Promise<object>>> = {
    DescribeTable: (input) => this.#describe(named.parse(input).TableName),
    DescribeContinuousBackups: (input) => this.#continuousBackups(input),
    UpdateContinuousBackups: (input) => this.#keepBackups(input),
    UpdateTable: (input) => this.#update(input),
    DeleteTable: (input) => this.#delete(named.parse(input).TableName),
    ListBackups: async () => listed(this.#backups),
    RestoreTableFromBackup: (input) => this.#restore(input),
    TagResource: (input) => this.#tags("TagResource", input),
    ListTagsOfResource: (input) => this.#tags("ListTagsOfResource", input),
  };

  constructor({ deployment, endpoint, recovery, place: { account, region } }: TableControlOptions) {
    this.#call = engineCall(endpoint);
    this.#recovery = recovery;
    this.#arnOf = (table) => `arn:aws:dynamodb:${region}:${account}:table/${table}`;
    for (const { ref, properties, attributes } of ofType(deployment, "AWS::DynamoDB::GlobalTable")) {
      const days = recoveryDays(properties);
      if (days !== undefined) this.#recoveryDays.set(ref, days);
      if (attributes.StreamArn !== undefined) this.streams.begin(ref, attributes.StreamArn);
    }
  }

  /** Returns undefined for an operation that the engine answers. Throws a `TableError`. */
  async answer(operation: string, input: unknown): Promise<object | undefined> {
    const own = this.#operations[operation];
    return own === undefined ? this.#recovery.answer(operation, input) : own(input);
  }

  /** Does an operation as somebody to whom no policy applies. Throws a `TableError`. */
  async ask(operation: string, input: object): Promise<unknown> {
    return (await this.answer(operation, input)) ?? (await this.#call(operation, input));
  }

  /** Throws DynamoDB's error while the table is being filled. */
  async #requireFilled(operation: string, TableName: string): Promise<void> {
    await this.#recovery.answer(operation, { TableName });
  }

  async #describe(TableName: string): Promise<{ readonly Table: object }> {
    const input = { TableName };
    const answer = (await this.#recovery.answer("DescribeTable", input)) ?? (await this.#call("DescribeTable", input));
    const { Table } = described.parse(answer);
    // The engine records the changes of every table that can be restored, even if the table has no stream.
    const { LatestStreamArn: _arn, LatestStreamLabel: _label, StreamSpecification, ...known } = Table;
    const stream = this.streams.current(TableName);
    const backup = this.#restoredFrom.get(TableName);
    return {
      Table: {
        ...{ ...known, TableArn: this.#arnOf(TableName) },
        ...(stream && { StreamSpecification, LatestStreamArn: stream, LatestStreamLabel: stream.split("/").at(-1) }),
        ...(backup && {
          RestoreSummary: {
            ...{ SourceBackupArn: backup.arn, SourceTableArn: backup.tableArn },
            ...{ RestoreDateTime: backup.atMs / 1000, RestoreInProgress: Table.TableStatus === "CREATING" },
          },
        }),
      },
    };
  }

  async #continuousBackups(input: unknown): Promise<object> {
    const answer = backups.parse(await this.#recovery.answer("DescribeContinuousBackups", input));
    const { ContinuousBackupsDescription: whole } = answer;
    const RecoveryPeriodInDays = this.#recoveryDays.get(named.parse(input).TableName);
    const PointInTimeRecoveryDescription =
      RecoveryPeriodInDays === undefined
        ? { PointInTimeRecoveryStatus: "DISABLED" }
        : { ...whole.PointInTimeRecoveryDescription, RecoveryPeriodInDays };
    return { ContinuousBackupsDescription: { ...whole, PointInTimeRecoveryDescription } };
  }

  async #keepBackups(input: unknown): Promise<object> {
    const { TableName, PointInTimeRecoverySpecification: asked } = backupsUpdate.parse(input);
    const { PointInTimeRecoveryEnabled: isOn, RecoveryPeriodInDays = DEFAULT_RECOVERY_DAYS } = asked;
    await this.#requireFilled("UpdateContinuousBackups", TableName);
    if (isOn) await requireStream(this.#call, TableName);
    if (isOn) this.#recoveryDays.set(TableName, RecoveryPeriodInDays);
    else this.#recoveryDays.delete(TableName);
    return this.#continuousBackups({ TableName });
  }

  async #update(input: unknown): Promise<object> {
    const { TableName, StreamSpecification, ...others } = update.parse(input);
    if (StreamSpecification?.StreamEnabled === false) throw new Error("a stream cannot be disabled here");
    await this.#requireFilled("UpdateTable", TableName);
    if (StreamSpecification) await this.#beginStream(TableName);
    if (Object.keys(others).length > 0) await this.#call("UpdateTable", { TableName, ...others });
    return { TableDescription: (await this.#describe(TableName)).Table };
  }

  async #beginStream(table: string): Promise<void> {
    if (this.streams.current(table) !== undefined)
      throw new TableError("ValidationException", `Table already has an enabled stream: TableName: ${table}`);
    const isNew = await requireStream(this.#call, table);
    const label = new Date().toISOString().replace("Z", "");
    const after = isNew ? undefined : await lastRecord(this.#call, table);
    this.streams.begin(table, `${this.#arnOf(table)}/stream/${label}`, after);
  }

  async #delete(TableName: string): Promise<object> {
    await this.#requireFilled("DeleteTable", TableName);
    const { Table } = described.parse(await this.#call("DescribeTable", { TableName }));
    if (!Table.DeletionProtectionEnabled) {
      if (this.#recoveryDays.has(TableName))
        this.#backups.push(await backupOf(this.#call, TableName, this.#arnOf(TableName)));
      this.streams.end(TableName, await lastRecord(this.#call, TableName));
      this.#recoveryDays.delete(TableName);
      this.#restoredFrom.delete(TableName);
    }
    await this.#call("DeleteTable", { TableName });
    return { TableDescription: { ...Table, TableArn: this.#arnOf(TableName), TableStatus: "DELETING" } };
  }

  async #restore(input: unknown): Promise<object> {
    const { TargetTableName, BackupArn } = restoring.parse(input);
    const backup = backupNamed(this.#backups, BackupArn);
    await this.#recovery.begin(TargetTableName, backup.described, backup.items);
    this.#restoredFrom.set(TargetTableName, backup);
    return { TableDescription: { TableName: TargetTableName, TableStatus: "CREATING" } };
  }

  /** Tags are kept by the engine, which knows a table by another ARN. */
  async #tags(operation: string, input: unknown): Promise<object> {
    const { ResourceArn, ...asked } = tagged.parse(input);
    const TableName = ResourceArn.split(":table/").at(-1) ?? "";
    const { Table } = described.parse(await this.#call("DescribeTable", { TableName }));
    const answer = await this.#call(operation, { ...asked, ResourceArn: Table.TableArn });
    return z.looseObject({}).parse(answer);
  }
}
