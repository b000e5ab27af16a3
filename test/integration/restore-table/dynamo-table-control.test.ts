import {
  type BackupSummary,
  CreateTableCommand,
  DescribeContinuousBackupsCommand,
  DescribeTableCommand,
  DescribeTimeToLiveCommand,
  DynamoDBClient,
  ListBackupsCommand,
  ListTagsOfResourceCommand,
  ResourceNotFoundException,
  RestoreTableFromBackupCommand,
  UpdateTableCommand,
  UpdateTimeToLiveCommand,
} from "@aws-sdk/client-dynamodb";
import { mockClient } from "aws-sdk-client-mock";
import { describe, expect, it, onTestFinished } from "vitest";
import { tables } from "../../../lib/tables.ts";
import { DynamoTableControl } from "../../../ops/restore-table/dynamo-table-control.ts";
import { NotYetError } from "../../../ops/restore-table/port.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

const NAME = "herald-data-prod-Chat";
const ARN = `arn:aws:dynamodb:eu-central-1:123456789012:table/${NAME}`;
const BACKUP = `${ARN}/backup/01700000000000-abcdef12`;
const AT = new Date("2026-11-22T21:10:00Z");
const ephemeral = tables.find(({ name }) => name === "Ephemeral");
const webhooks = tables.find(({ name }) => name === "Webhooks");
if (ephemeral === undefined || webhooks === undefined) throw new Error("a table is missing");

function setUp() {
  const client = new DynamoDBClient({ region: "eu-central-1", credentials: CREDENTIALS, maxAttempts: 1 });
  const mock = mockClient(client);
  onTestFinished(() => mock.restore());
  return { mock, control: new DynamoTableControl(client) };
}
const error = (name: string, message = name) => Object.assign(new Error(message), { name });

describe("DynamoTableControl", () => {
  it("describes a table, where it came from, and one that is not there", async () => {
    const { mock, control } = setUp();
    mock.on(DescribeTableCommand).resolves({
      Table: {
        ...{ TableArn: ARN, TableStatus: "ACTIVE", DeletionProtectionEnabled: true },
        ...{ LatestStreamArn: `${ARN}/stream/2`, StreamSpecification: { StreamEnabled: true } },
        RestoreSummary: { SourceBackupArn: BACKUP, RestoreDateTime: AT, RestoreInProgress: false },
      },
    });
    expect(await control.described(NAME)).toEqual({
      ...{ arn: ARN, status: "ACTIVE", isProtected: true, stream: `${ARN}/stream/2` },
      restoredFrom: { arn: BACKUP, at: AT },
    });
    const CreationDateTime = AT;
    mock.on(DescribeTableCommand).resolves({ Table: { TableArn: ARN, TableStatus: "DELETING", CreationDateTime } });
    expect(await control.described(NAME)).toMatchObject({ status: "DELETING", madeAt: AT });
    // The ARN of a disabled stream stays for a while.
    mock.on(DescribeTableCommand).resolves({ Table: { TableArn: ARN, LatestStreamArn: `${ARN}/stream/1` } });
    expect((await control.described(NAME))?.stream).toBeUndefined();
    mock.on(DescribeTableCommand).rejects(new ResourceNotFoundException({ $metadata: {}, message: "" }));
    expect(await control.described(NAME)).toBeUndefined();
    mock.on(DescribeTableCommand).rejects(error("InternalServerError"));
    await expect(control.described(NAME)).rejects.toThrow("InternalServerError");
  });

  it("says how far backups reach back, and by what items expire", async () => {
    const { mock, control } = setUp();
    const recovery = (PointInTimeRecoveryStatus: "ENABLED" | "DISABLED", RecoveryPeriodInDays?: number) =>
      mock.on(DescribeContinuousBackupsCommand).resolves({
        ContinuousBackupsDescription: {
          ContinuousBackupsStatus: "ENABLED",
          PointInTimeRecoveryDescription: {
            PointInTimeRecoveryStatus,
            ...(RecoveryPeriodInDays && { RecoveryPeriodInDays }),
          },
        },
      });
    recovery("ENABLED", 7);
    expect(await control.recoveryDays(NAME)).toBe(7);
    recovery("ENABLED");
    expect(await control.recoveryDays(NAME)).toBe(35);
    recovery("DISABLED", 35);
    expect(await control.recoveryDays(NAME)).toBeUndefined();
    for (const [TimeToLiveStatus, expected] of [
      ["ENABLED", "ttl"],
      ["ENABLING", "ttl"],
      ["DISABLING", undefined],
    ] as const) {
      mock
        .on(DescribeTimeToLiveCommand)
        .resolves({ TimeToLiveDescription: { TimeToLiveStatus, AttributeName: "ttl" } });
      expect(await control.expiresBy(NAME)).toBe(expected);
    }
  });

  it("reads the tags of all pages without those of AWS", async () => {
    const { mock, control } = setUp();
    const system = { Key: "aws:cloudformation:stack-name", Value: "s" };
    mock.on(ListTagsOfResourceCommand).resolvesOnce({ Tags: [system, { Key: "a", Value: "1" }], NextToken: "t" });
    mock.on(ListTagsOfResourceCommand, { NextToken: "t" }).resolves({ Tags: [{ Key: "b", Value: "2" }] });
    expect(await control.tagsOf(ARN)).toEqual({ a: "1", b: "2" });
  });

  it("finds the usable backups of a table on all pages", async () => {
    const { mock, control } = setUp();
    const backup: BackupSummary = {
      ...{ TableName: NAME, BackupArn: BACKUP, BackupCreationDateTime: AT },
      BackupStatus: "AVAILABLE",
      BackupType: "SYSTEM",
    };
    mock.on(ListBackupsCommand).resolvesOnce({
      BackupSummaries: [
        { ...backup, TableName: "another" },
        { ...backup, BackupStatus: "CREATING" },
        { ...backup, BackupStatus: "CREATING", BackupType: "USER" },
      ],
      LastEvaluatedBackupArn: "last",
    });
    mock.on(ListBackupsCommand, { ExclusiveStartBackupArn: "last" }).resolves({
      BackupSummaries: [backup, { ...backup, BackupArn: `${BACKUP}-own`, BackupType: "USER" }],
    });
    expect(await control.backupsOf(NAME)).toEqual([
      // The newest backup belongs to the deletion and is still being made; no older one may replace it.
      { arn: BACKUP, at: AT, isSystem: true, isUnavailable: true },
      { arn: BACKUP, at: AT, isSystem: true },
      { arn: `${BACKUP}-own`, at: AT, isSystem: false },
    ]);
  });

  it("does not list backups without end, and says which stacks have none", async () => {
    const { mock, control } = setUp();
    mock.on(ListBackupsCommand).resolves({ LastEvaluatedBackupArn: "more" });
    await expect(control.backupsOf(NAME)).rejects.toThrow("more backups than can be listed");
    mock.on(ListBackupsCommand).rejects(error("UnknownOperationException"));
    await expect(control.backupsOf(NAME)).rejects.toThrow("only those of a deployment do");
    mock.on(ListBackupsCommand).rejects(error("AccessDeniedException"));
    await expect(control.backupsOf(NAME)).rejects.toThrow("AccessDeniedException");
  });

  it("asks for what a table is to have", async () => {
    const { mock, control } = setUp();
    await control.restore(NAME, BACKUP);
    await control.create(NAME, ephemeral);
    await control.streamChanges(NAME);
    await control.protect(NAME);
    await control.keepBackups(NAME, 35);
    await control.expireBy(NAME, "ttl");
    await control.tag(ARN, { service: "herald" });
    expect(mock.calls().map(({ args: [command] }) => command.input)).toEqual([
      { TargetTableName: NAME, BackupArn: BACKUP, BillingModeOverride: "PAY_PER_REQUEST" },
      {
        ...{ TableName: NAME, BillingMode: "PAY_PER_REQUEST" },
        KeySchema: [{ AttributeName: "pk", KeyType: "HASH" }],
        AttributeDefinitions: [{ AttributeName: "pk", AttributeType: "S" }],
      },
      { TableName: NAME, StreamSpecification: { StreamEnabled: true, StreamViewType: "NEW_AND_OLD_IMAGES" } },
      { TableName: NAME, DeletionProtectionEnabled: true },
      {
        TableName: NAME,
        PointInTimeRecoverySpecification: { PointInTimeRecoveryEnabled: true, RecoveryPeriodInDays: 35 },
      },
      { TableName: NAME, TimeToLiveSpecification: { Enabled: true, AttributeName: "ttl" } },
      { ResourceArn: ARN, Tags: [{ Key: "service", Value: "herald" }] },
    ]);
  });

  it("creates no table with indexes, which it would lack", async () => {
    await expect(setUp().control.create(NAME, webhooks)).rejects.toThrow("has indexes");
  });

  it("takes what is so already for done", async () => {
    const { mock, control } = setUp();
    const already = "ValidationException";
    mock.on(RestoreTableFromBackupCommand).rejects(error("TableAlreadyExistsException"));
    mock.on(CreateTableCommand).rejects(error("ResourceInUseException"));
    mock.on(UpdateTableCommand).rejects(error(already, "Table already has an enabled stream: TableName: t"));
    mock.on(UpdateTimeToLiveCommand).rejects(error(already, "TimeToLive is already enabled"));
    await control.restore(NAME, BACKUP);
    mock.on(RestoreTableFromBackupCommand).rejects(error("TableInUseException"));
    await control.restore(NAME, BACKUP);
    await control.create(NAME, ephemeral);
    await control.streamChanges(NAME);
    await control.expireBy(NAME, "ttl");
    expect(mock.calls()).toHaveLength(5);
  });

  it.each(["ResourceInUseException", "LimitExceededException", "ContinuousBackupsUnavailableException"])(
    "says at %s that it works a little later",
    async (name) => {
      const { mock, control } = setUp();
      mock.onAnyCommand().rejects(error(name));
      await expect(control.streamChanges(NAME)).rejects.toThrow(NotYetError);
      await expect(control.protect(NAME)).rejects.toThrow(NotYetError);
      await expect(control.keepBackups(NAME, 35)).rejects.toThrow(NotYetError);
      await expect(control.expireBy(NAME, "ttl")).rejects.toThrow(NotYetError);
      await expect(control.tag(ARN, {})).rejects.toThrow(NotYetError);
    },
  );

  it("passes any other failure on", async () => {
    const { mock, control } = setUp();
    mock.onAnyCommand().rejects(error("AccessDeniedException", "not authorized"));
    for (const failing of [control.restore(NAME, BACKUP), control.protect(NAME), control.tagsOf(ARN)])
      await expect(failing).rejects.toThrow("not authorized");
    mock.on(UpdateTableCommand).rejects(error("ValidationException", "another reason"));
    const refused = control.streamChanges(NAME);
    await expect(refused).rejects.not.toBeInstanceOf(NotYetError);
    await expect(refused).rejects.toThrow("another reason");
  });
});
