import {
  type BackupSummary,
  CreateTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  type DynamoDBClient,
  ListBackupsCommand,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
  RestoreTableFromBackupCommand,
  type TableDescription,
  TagResourceCommand,
  UpdateContinuousBackupsCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import type { TableDefinition } from "../../lib/tables.ts";
import { type DescribedTable, NotYetError, type TableBackup, type TableControl, type Tags } from "./port.ts";

/** A page of DynamoDB lists up to a hundred backups, or ten tags. */
const MAX_PAGES = 100;
/**
 * DynamoDB keeps this many days of a table's history by default. The default applies if DynamoDB's answer does not
 * contain a number of days.
 */
const DEFAULT_RECOVERY_DAYS = 35;
/** These errors say that the table is busy with an earlier change, or is not known everywhere yet. */
const LATER = new Set([
  "ResourceInUseException",
  "LimitExceededException",
  "BackupInUseException",
  "ContinuousBackupsUnavailableException",
]);
/** These messages say that the requested state already exists. */
const ALREADY = /already has an enabled stream|TimeToLive is already enabled/;

export class DynamoTableControl implements TableControl {
  readonly #client: DynamoDBClient;

  constructor(client: DynamoDBClient) {
    this.#client = client;
  }

  async described(TableName: string): Promise<DescribedTable | undefined> {
    try {
      const { Table } = await this.#client.send(new DescribeTableCommand({ TableName }));
      return Table && describedTable(Table);
    } catch (error) {
      if (error instanceof ResourceNotFoundException) return undefined;
      throw error;
    }
  }

  async recoveryDays(TableName: string): Promise<number | undefined> {
    const answer = await this.#client.send(new DescribeContinuousBackupsCommand({ TableName }));
    const recovery = answer.ContinuousBackupsDescription?.PointInTimeRecoveryDescription;
    if (recovery?.PointInTimeRecoveryStatus !== "ENABLED") return undefined;
    return recovery.RecoveryPeriodInDays ?? DEFAULT_RECOVERY_DAYS;
  }

  async expiresBy(TableName: string): Promise<string | undefined> {
    const answer = await this.#client.send(new DescribeTimeToLiveCommand({ TableName }));
    const { TimeToLiveStatus: status, AttributeName } = answer.TimeToLiveDescription ?? {};
    return status === "ENABLED" || status === "ENABLING" ? AttributeName : undefined;
  }

  async tagsOf(ResourceArn: string): Promise<Tags> {
    const found: [string, string][] = [];
    let NextToken: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await this.#client.send(new ListTagsOfResourceCommand({ ResourceArn, NextToken }));
      found.push(...(answer.Tags ?? []).map(({ Key = "", Value = "" }): [string, string] => [Key, Value]));
      NextToken = answer.NextToken;
      if (NextToken === undefined) break;
    }
    return Object.fromEntries(found.filter(([key]) => !key.startsWith("aws:")));
  }

  /** Lists all backups of the account, because a backup of a deleted table cannot be found by the table. */
  async backupsOf(name: string): Promise<readonly TableBackup[]> {
    const found: TableBackup[] = [];
    let ExclusiveStartBackupArn: string | undefined;
    for (let page = 0; page < MAX_PAGES; page++) {
      const answer = await this.#listed(ExclusiveStartBackupArn);
      found.push(...(answer.BackupSummaries ?? []).flatMap((one) => (one.TableName === name ? backupOf(one) : [])));
      ExclusiveStartBackupArn = answer.LastEvaluatedBackupArn;
      if (ExclusiveStartBackupArn === undefined) return found;
    }
    throw new Error(`there are more backups than can be listed: name that of ${name} with --backup`);
  }

  async restore(TargetTableName: string, BackupArn: string): Promise<void> {
    const BillingModeOverride = "PAY_PER_REQUEST";
    const ALREADY_BEGUN = new Set(["TableAlreadyExistsException", "TableInUseException"]);
    await settled(ALREADY_BEGUN, () =>
      this.#client.send(new RestoreTableFromBackupCommand({ TargetTableName, BackupArn, BillingModeOverride })),
    );
  }

  async create(TableName: string, { partitionKey, sortKey, indexes = [] }: TableDefinition): Promise<void> {
    if (indexes.length > 0) throw new Error(`${TableName} has indexes, with which this command creates no table`);
    const keys = sortKey === undefined ? [partitionKey] : [partitionKey, sortKey];
    await settled(new Set(["ResourceInUseException"]), () =>
      this.#client.send(
        new CreateTableCommand({
          TableName,
          BillingMode: "PAY_PER_REQUEST",
          KeySchema: keys.map((AttributeName, i) => ({ AttributeName, KeyType: i === 0 ? "HASH" : "RANGE" })),
          AttributeDefinitions: keys.map((AttributeName) => ({ AttributeName, AttributeType: "S" })),
        }),
      ),
    );
  }

  async protect(TableName: string): Promise<void> {
    const command = new UpdateTableCommand({ TableName, DeletionProtectionEnabled: true });
    await settled(new Set(), () => this.#client.send(command));
  }

  async keepBackups(TableName: string, RecoveryPeriodInDays: number): Promise<void> {
    const PointInTimeRecoverySpecification = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays };
    const command = new UpdateContinuousBackupsCommand({ TableName, PointInTimeRecoverySpecification });
    await settled(new Set(), () => this.#client.send(command));
  }

  async expireBy(TableName: string, AttributeName: string): Promise<void> {
    const TimeToLiveSpecification = { Enabled: true, AttributeName };
    const command = new UpdateTimeToLiveCommand({ TableName, TimeToLiveSpecification });
    await settled(new Set(), () => this.#client.send(command));
  }

  async tag(ResourceArn: string, tags: Tags): Promise<void> {
    const Tags = Object.entries(tags).map(([Key, Value]) => ({ Key, Value }));
    await settled(new Set(), () => this.#client.send(new TagResourceCommand({ ResourceArn, Tags })));
  }

  async streamChanges(TableName: string): Promise<void> {
    const StreamSpecification = { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" } as const;
    const command = new UpdateTableCommand({ TableName, StreamSpecification });
    await settled(new Set(), () => this.#client.send(command));
  }

  async #listed(ExclusiveStartBackupArn: string | undefined) {
    try {
      return await this.#client.send(new ListBackupsCommand({ BackupType: "ALL", ExclusiveStartBackupArn }));
    } catch (error) {
      if (!(error instanceof Error && error.name === "UnknownOperationException")) throw error;
      throw new Error("the tables of this stack have no backups: only those of a deployment do", { cause: error });
    }
  }
}

/** Makes a call whose result may exist already, which DynamoDB reports with an error of one of these names. */
async function settled(already: ReadonlySet<string>, call: () => Promise<unknown>): Promise<void> {
  try {
    await call();
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const isSo = already.has(error.name) || (error.name === "ValidationException" && ALREADY.test(error.message));
    if (isSo) return;
    throw LATER.has(error.name) ? new NotYetError(error.message, { cause: error }) : error;
  }
}

function describedTable(table: TableDescription): DescribedTable {
  const {
    TableArn = "",
    TableStatus = "",
    DeletionProtectionEnabled = false,
    CreationDateTime,
    RestoreSummary,
  } = table;
  const { SourceBackupArn: arn, RestoreDateTime: at } = RestoreSummary ?? {};
  return {
    arn: TableArn,
    status: TableStatus,
    isProtected: DeletionProtectionEnabled,
    madeAt: CreationDateTime,
    stream: table.StreamSpecification?.StreamEnabled ? table.LatestStreamArn : undefined,
    restoredFrom: arn === undefined || at === undefined ? undefined : { arn, at },
  };
}

function backupOf({ BackupArn, BackupCreationDateTime, BackupStatus, BackupType }: BackupSummary): TableBackup[] {
  if (BackupArn === undefined || BackupCreationDateTime === undefined) return [];
  const [isSystem, isAvailable] = [BackupType === "SYSTEM", BackupStatus === "AVAILABLE"];
  if (!isAvailable && !isSystem) return [];
  const backup = { arn: BackupArn, at: BackupCreationDateTime, isSystem };
  return [isAvailable ? backup : { ...backup, isUnavailable: true }];
}
