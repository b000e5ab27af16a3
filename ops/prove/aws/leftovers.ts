import { setTimeout as pause } from "node:timers/promises";
import * as z from "zod";
import type { Left } from "../port.ts";
import { type AwsAt, AwsRefusal } from "./aws-at.ts";

const MAX_PAGES = 100;
const BESIDE = "-restored-";
const LOOK_MS = 15_000;
/** A table cannot be deleted while it is being restored, which may take this long. */
const LONGEST_MS = 2 * 3_600_000;

const tables = z.looseObject({
  TableNames: z.array(z.string()).default([]),
  LastEvaluatedTableName: z.string().optional(),
});
const backups = z.looseObject({
  BackupSummaries: z
    .array(z.looseObject({ TableName: z.string(), BackupExpiryDateTime: z.number().optional() }))
    .default([]),
  LastEvaluatedBackupArn: z.string().optional(),
});
const groups = z.looseObject({
  logGroups: z.array(z.looseObject({ logGroupName: z.string() })).default([]),
  nextToken: z.string().optional(),
});
const described = z.looseObject({ Table: z.looseObject({ TableStatus: z.string() }) });
const key = z.looseObject({
  KeyMetadata: z.looseObject({ KeyState: z.string(), DeletionDate: z.number().optional() }),
});

/** Returns the names of the tables of a stage. */
export async function tablesOf(aws: AwsAt, stage: string, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  let from: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const input = from === undefined ? {} : { ExclusiveStartTableName: from };
    const { TableNames, LastEvaluatedTableName } = tables.parse(
      await aws.json("dynamodb", "ListTables", input, signal),
    );
    found.push(...TableNames.filter((name) => isTableOf(stage, name)));
    if (LastEvaluatedTableName === undefined) return found;
    from = LastEvaluatedTableName;
  }
  throw new Error(`the region has more than ${MAX_PAGES} pages of tables`);
}

/** Deletes the tables that a restore made, once they can be deleted. Returns how many there were. */
export async function removeBeside(aws: AwsAt, stage: string, signal: AbortSignal, lookMs = LOOK_MS): Promise<number> {
  const beside = (await tablesOf(aws, stage, signal)).filter((name) => name.includes(BESIDE));
  const endsAt = performance.now() + LONGEST_MS;
  for (const TableName of beside) {
    for (;;) {
      const status = await statusOf(aws, TableName, signal);
      if (status !== "CREATING") break;
      if (performance.now() > endsAt) throw new Error(`${TableName} is still being restored`);
      await pause(lookMs, undefined, { signal });
    }
    await aws.json("dynamodb", "DeleteTable", { TableName }, signal).catch(unlessGone);
  }
  return beside.length;
}

/** Lists the tables of a stage that still exist. A table that is being deleted counts as gone. */
export async function tablesLeft(
  aws: AwsAt,
  stage: string,
  { beside }: { readonly beside: boolean },
  signal: AbortSignal,
): Promise<readonly Left[]> {
  const left: Left[] = [];
  for (const name of await tablesOf(aws, stage, signal)) {
    if (name.includes(BESIDE) !== beside) continue;
    const status = await statusOf(aws, name, signal);
    if (status === undefined || status === "DELETING") continue;
    const command = `aws dynamodb delete-table --region ${aws.region} --table-name ${name}`;
    left.push({ what: `the table ${name}`, command });
  }
  return left;
}

/**
 * Lists the backups that DynamoDB makes when a table with point-in-time recovery is deleted. They cost nothing and
 * expire after 35 days.
 */
export async function backupsLeft(aws: AwsAt, stage: string, signal: AbortSignal): Promise<readonly Left[]> {
  const left: Left[] = [];
  let from: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const asked = { BackupType: "SYSTEM" };
    const input = from === undefined ? asked : { ...asked, ExclusiveStartBackupArn: from };
    const read = backups.parse(await aws.json("dynamodb", "ListBackups", input, signal));
    for (const { TableName, BackupExpiryDateTime } of read.BackupSummaries)
      if (isTableOf(stage, TableName))
        left.push({
          what: `DynamoDB's system backup of ${TableName}`,
          command: "",
          endsAt: isoOf(BackupExpiryDateTime),
        });
    if (read.LastEvaluatedBackupArn === undefined) return left;
    from = read.LastEvaluatedBackupArn;
  }
  throw new Error(`the region has more than ${MAX_PAGES} pages of system backups`);
}

/** Converts AWS's seconds since the epoch to an ISO time. */
const isoOf = (seconds: number | undefined): string =>
  seconds === undefined ? "" : new Date(seconds * 1000).toISOString();

async function statusOf(aws: AwsAt, TableName: string, signal: AbortSignal): Promise<string | undefined> {
  const answer = await aws.json("dynamodb", "DescribeTable", { TableName }, signal).catch(unlessGone);
  return answer === undefined ? undefined : described.parse(answer).Table.TableStatus;
}

function unlessGone(error: unknown): undefined {
  if (error instanceof AwsRefusal && /not found|ResourceNotFound|does not exist/i.test(error.message)) return undefined;
  throw error;
}

/** Returns the names of log groups that a function wrote again while its stack was being deleted. */
export async function logGroupsOf(aws: AwsAt, stage: string, signal: AbortSignal): Promise<readonly string[]> {
  const found: string[] = [];
  let nextToken: string | undefined;
  for (let page = 0; page < MAX_PAGES; page += 1) {
    const asked = { logGroupNamePattern: `-${stage}` };
    const input = nextToken === undefined ? asked : { ...asked, nextToken };
    const { logGroups, nextToken: next } = groups.parse(await aws.json("logs", "DescribeLogGroups", input, signal));
    found.push(...logGroups.map(({ logGroupName }) => logGroupName).filter((name) => isLogGroupOf(stage, name)));
    if (next === undefined) return found;
    nextToken = next;
  }
  throw new Error(`the region has more than ${MAX_PAGES} pages of such log groups`);
}

/**
 * Returns a pattern for what follows a stage in a name. CloudFormation names resources by their stack and their logical
 * id, which begins with a capital letter, so the pattern excludes the resources of a stage whose name continues with a
 * dash.
 */
const afterStage = (stage: string): string => `-${stage}-[A-Z]`;

const isTableOf = (stage: string, name: string): boolean => new RegExp(`^herald-data${afterStage(stage)}`).test(name);

/** Says whether a log group belongs to a stage. The gateway's log group has the stack's name between slashes. */
const isLogGroupOf = (stage: string, name: string): boolean =>
  new RegExp(`(?:^|[/.])herald-(?:data|service|panel|recorder)(?:${afterStage(stage)}|-${stage}/)`).test(name);

/**
 * Says whether a bucket belongs to a stack of the stage. A bucket's name is in lower case: stack, logical id, and
 * random letters.
 */
export const isBucketOf = (part: string, stage: string, name: string): boolean =>
  new RegExp(`^herald-${part}-${stage}-[a-z0-9]+-[a-z0-9]+$`).test(name);

export async function removeLogGroups(aws: AwsAt, stage: string, signal: AbortSignal): Promise<number> {
  const names = await logGroupsOf(aws, stage, signal);
  for (const logGroupName of names)
    await aws.json("logs", "DeleteLogGroup", { logGroupName }, signal).catch(unlessGone);
  return names.length;
}

export async function logGroupsLeft(aws: AwsAt, stage: string, signal: AbortSignal): Promise<readonly Left[]> {
  return (await logGroupsOf(aws, stage, signal)).map((name) => ({
    what: `the log group ${name}`,
    command: `aws logs delete-log-group --region ${aws.region} --log-group-name ${name}`,
  }));
}

/**
 * Lists the key. AWS deletes no key at once: it disables the key, charges nothing, and deletes it at the end of its
 * waiting time.
 */
export async function keyLeft(aws: AwsAt, KeyId: string, signal: AbortSignal): Promise<readonly Left[]> {
  const { KeyState, DeletionDate } = key.parse(await aws.json("kms", "DescribeKey", { KeyId }, signal)).KeyMetadata;
  if (KeyState !== "PendingDeletion") {
    const command = `aws kms schedule-key-deletion --region ${aws.region} --key-id ${KeyId} --pending-window-in-days 7`;
    return [{ what: `the sealing key ${KeyId}, which is ${KeyState}`, command }];
  }
  const what = `the sealing key ${KeyId}, which is disabled and costs nothing`;
  return [{ what, command: "", endsAt: isoOf(DeletionDate) }];
}
