import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { openCheckpoints } from "../../../local/aws/function-host/stream/checkpoints.ts";
import { startTableEngine, type TableEngine } from "../../../local/aws/table/table-engine.ts";
import { tableRecovery } from "../../../local/aws/table/table-recovery.ts";
import { accountOf } from "../../../rehearsal/iam/account.ts";
import { type StreamSources, startStreamSources } from "../../../rehearsal/lambda/stream-sources.ts";
import { createTables } from "../../../rehearsal/resources/create-tables.ts";
import type { Deployed } from "../../../rehearsal/resources/deployed.ts";
import { TableControl } from "../../../rehearsal/tables/table-control.ts";

const place = { account: "123456789012", region: "eu-central-1" };
const [TABLE, READER] = ["stage-Orders", "stage-Reader"];
const TABLE_ARN = `arn:aws:dynamodb:${place.region}:${place.account}:table/${TABLE}`;
const ROLE = `arn:aws:iam::${place.account}:role/reader`;
const STREAM = `${TABLE_ARN}/stream/2026-01-01T00:00:00.000`;
const SETTINGS = {
  ...{ StartingPosition: "TRIM_HORIZON", BisectBatchOnFunctionError: true, MaximumRetryAttempts: 9 },
  ...{ FunctionResponseTypes: ["ReportBatchItemFailures"], MaximumRecordAgeInSeconds: 72_000 },
  FilterCriteria: { Filters: [{ Pattern: '{"dynamodb":{"Keys":{"pk":{"S":[{"exists":true}]}}}}' }] },
  DestinationConfig: { OnFailure: { Destination: "arn:aws:sqs:eu-central-1:123456789012:dead" } },
};
const resource = (type: string, ref: string, properties: object, attributes: Deployed["attributes"]): Deployed => ({
  ...{ stack: "stage", ...place, logicalId: ref, type, ref, properties: { ...properties }, attributes },
});
const DEPLOYMENT = {
  ...{ outputs: {}, secrets: new Map<string, string>() },
  resources: [
    resource(
      "AWS::DynamoDB::GlobalTable",
      TABLE,
      {
        KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
        AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
        ...{ BillingMode: "PAY_PER_REQUEST", StreamSpecification: { StreamViewType: "NEW_AND_OLD_IMAGES" } },
        Replicas: [
          {
            DeletionProtectionEnabled: true,
            PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
          },
        ],
      },
      { Arn: TABLE_ARN, StreamArn: STREAM },
    ),
    resource("AWS::IAM::Role", "reader", {}, { Arn: ROLE }),
    resource(
      "AWS::IAM::Policy",
      "policy",
      {
        Roles: ["reader"],
        PolicyDocument: { Statement: [{ Effect: "Allow", Action: ["dynamodb:*", "sqs:*"], Resource: "*" }] },
      },
      {},
    ),
    resource("AWS::Lambda::Function", READER, { Role: ROLE }, {}),
    resource(
      "AWS::Lambda::EventSourceMapping",
      "old",
      { ...SETTINGS, EventSourceArn: STREAM, FunctionName: READER },
      {},
    ),
  ],
};

describe("a table of the rehearsal", () => {
  let folder = "";
  let engine: TableEngine;
  let control: TableControl;
  let sources: StreamSources;
  let read: string[];
  const problems: string[] = [];
  /** The function fails while this is true. */
  let isBroken = false;
  beforeEach(async () => {
    [read, isBroken] = [[], false];
    problems.splice(0);
    folder = await mkdtemp(join(tmpdir(), "herald-lost-tables-"));
    engine = await startTableEngine({ dataDir: folder });
    await createTables(engine.endpoint, DEPLOYMENT);
    const { endpoint } = engine;
    control = new TableControl({ deployment: DEPLOYMENT, endpoint, recovery: tableRecovery(endpoint), place });
    sources = startStreamSources({
      ...{ deployment: DEPLOYMENT, endpoint, tableStreams: control.streams, account: accountOf(DEPLOYMENT) },
      ...{ checkpoints: openCheckpoints(":memory:"), put: () => {}, now: Date.now, queues: { send: async () => {} } },
      onProblem: (what) => void problems.push(what),
      lambda: {
        async invoke(_target, event) {
          if (isBroken) return { kind: "failed", errorType: "Broken", errorMessage: "" };
          const { Records } = event as { Records: { dynamodb: { Keys: { pk: { S: string } } } }[] };
          read.push(...Records.map(({ dynamodb }) => dynamodb.Keys.pk.S));
          return { kind: "answered", payload: '{"batchItemFailures":[]}' };
        },
      },
    });
  });
  afterEach(async () => {
    await sources.stop();
    await engine.close();
    await rm(folder, { recursive: true, force: true });
  });

  const TableName = TABLE;
  const ask = (operation: string, input: object = {}) => control.ask(operation, { TableName, ...input });
  const put = (pk: string) => ask("PutItem", { Item: { pk: { S: pk } } });
  const table = async () => ((await ask("DescribeTable")) as { Table: Record<string, unknown> }).Table;
  const backups = async () =>
    ((await control.ask("ListBackups", {})) as { BackupSummaries: { BackupArn: string }[] }).BackupSummaries;
  async function lose() {
    await ask("UpdateTable", { DeletionProtectionEnabled: false });
    await ask("DeleteTable");
  }
  async function restore(): Promise<string> {
    const BackupArn = (await backups()).at(-1)?.BackupArn;
    await control.ask("RestoreTableFromBackup", { TargetTableName: TABLE, BackupArn });
    await vi.waitUntil(async () => (await table()).TableStatus === "ACTIVE");
    await ask("UpdateTable", { StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" } });
    return String((await table()).LatestStreamArn);
  }

  it("is described with the account's ARNs, and is not deleted while it is protected", async () => {
    expect(await table()).toMatchObject({ TableArn: TABLE_ARN, LatestStreamArn: STREAM });
    await expect(ask("DeleteTable")).rejects.toThrow("protected against deletion");
    expect([await backups(), (await table()).LatestStreamArn]).toEqual([[], STREAM]);
  });

  it("comes back from the backup of its deletion without stream, protection and recovery", async () => {
    await put("a");
    await lose();
    await expect(table()).rejects.toThrow("not found");
    const [backup] = await backups();
    expect(backup).toMatchObject({ TableName: TABLE, TableArn: TABLE_ARN, BackupType: "SYSTEM" });
    const TargetTableName = TABLE;
    await control.ask("RestoreTableFromBackup", { TargetTableName, BackupArn: backup?.BackupArn });
    await vi.waitUntil(async () => (await table()).TableStatus === "ACTIVE");
    const { LatestStreamArn, DeletionProtectionEnabled, RestoreSummary } = await table();
    expect([LatestStreamArn, DeletionProtectionEnabled ?? false]).toEqual([undefined, false]);
    expect(RestoreSummary).toMatchObject({ SourceBackupArn: backup?.BackupArn, RestoreInProgress: false });
    const recovery = (status: object) => ({
      ContinuousBackupsDescription: { PointInTimeRecoveryDescription: expect.objectContaining(status) },
    });
    expect(await ask("DescribeContinuousBackups")).toMatchObject(recovery({ PointInTimeRecoveryStatus: "DISABLED" }));
    const asked = { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 };
    await ask("UpdateContinuousBackups", { PointInTimeRecoverySpecification: asked });
    expect(await ask("DescribeContinuousBackups")).toMatchObject(
      recovery({ PointInTimeRecoveryStatus: "ENABLED", RecoveryPeriodInDays: 35 }),
    );
    expect(await ask("Scan")).toMatchObject({ Items: [{ pk: { S: "a" } }] });
    await expect(
      control.ask("RestoreTableFromBackup", { TargetTableName, BackupArn: `${TABLE_ARN}/backup/none` }),
    ).rejects.toThrow("Backup not found");
  });

  it("gives changes from before its deletion to the old mapping, and only later ones to the new one", async () => {
    await put("announced");
    await expect.poll(() => read).toEqual(["announced"]);
    isBroken = true;
    await put("in the stream");
    await lose();
    const stream = await restore();
    expect(stream).toMatch(new RegExp(`^${TABLE_ARN}/stream/20`));
    isBroken = false;
    await expect.poll(() => read, { timeout: 20_000 }).toEqual(["announced", "in the stream"]);
    await expect.poll(() => sources.list()).toMatchObject([{ id: "old", isDrained: true, state: "Enabled" }]);
    sources.add("new", { ...SETTINGS, EventSourceArn: stream, FunctionName: READER });
    expect(sources.remove("old")).toMatchObject({ id: "old", state: "Deleting" });
    await put("later");
    await expect.poll(() => read, { timeout: 20_000 }).toEqual(["announced", "in the stream", "later"]);
    await expect.poll(() => sources.list().map(({ id }) => id)).toEqual(["new"]);
    expect(problems).toEqual([]);
  });
});
