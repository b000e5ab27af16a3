import { execFile } from "node:child_process";
import { randomBytes } from "node:crypto";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { type AttributeValue, DeleteItemCommand, PutItemCommand, ScanCommand } from "@aws-sdk/client-dynamodb";
import { PutBucketVersioningCommand, S3Client } from "@aws-sdk/client-s3";
import { DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import { startObjectEngine } from "../../../local/aws/object/object-engine.ts";
import { ContentVersions } from "../../../ops/content/content-versions.ts";
import { DynamoOwnerEraser } from "../../../ops/erase-owner/owner-eraser.ts";
import type { Figures } from "../../../ops/restore/figures.ts";
import { S3BlobStore } from "../../../shared/aws/s3/blob-store.ts";
import { CONTENT_CODECS } from "../../../shared/channels/content-wiring.ts";
import { DynamoChatAccountStore } from "../../../shared/chat/dynamo/chat-account-store.ts";
import { DynamoConversationStore } from "../../../shared/conversations/dynamo/conversation-store.ts";
import { DynamoTestClocks } from "../../../shared/edge/dynamo/test-clocks.ts";
import { DynamoEmailTemplateStore } from "../../../shared/email/dynamo/email-template-store.ts";
import { DynamoSendingAccountStore } from "../../../shared/email/dynamo/sending-account-store.ts";
import { systemClock } from "../../../shared/kernel/system-clock.ts";
import { RESTORED_AT } from "../../../shared/kernel/table-change.ts";
import { DynamoApiKeyStore } from "../../../shared/keys/dynamo/api-key-store.ts";
import { DynamoNotificationStore } from "../../../shared/notifications/dynamo/notification-store.ts";
import { DynamoSuppressionStore } from "../../../shared/suppressions/dynamo/suppression-store.ts";
import { DynamoWebhookStore } from "../../../shared/webhooks/dynamo/webhook-store.ts";
import { recoverableTables } from "../../support/recoverable-tables.ts";
import { silentLog } from "../../support/silent-telemetry.ts";
import { CREDENTIALS } from "../../support/table-fixture.ts";

const ROOT = resolve(import.meta.dirname, "../../..");
const COMMAND_MS = 120_000;
export const BUCKET = "content";
export const largeText = (): string => randomBytes(400_000).toString("base64");

export interface Run {
  readonly code: number | null;
  readonly tables: Readonly<Record<string, Figures & { readonly beside: string }>>;
  readonly out: string;
  readonly err: string;
}

type Row = Record<string, AttributeValue>;

/** Creates tables with a history, a bucket with versions, the stores on them, and the command as a person runs it. */
export async function restoreFixture() {
  const folder = await mkdtemp(join(tmpdir(), "herald-restore-"));
  const tables = await recoverableTables();
  const objects = await startObjectEngine({
    port: 0,
    dir: join(folder, "o"),
    buckets: [BUCKET],
    credentials: CREDENTIALS,
  });
  const environment = {
    ...{ AWS_REGION: "us-east-1", AWS_ACCESS_KEY_ID: CREDENTIALS.accessKeyId },
    ...{ AWS_SECRET_ACCESS_KEY: CREDENTIALS.secretAccessKey, AWS_ENDPOINT_URL_DYNAMODB: tables.endpoint },
    ...{ AWS_ENDPOINT_URL_S3: objects.endpoint, CONTENT_BUCKET: BUCKET },
    ...{ CONFIG_TABLE: "Config", API_KEYS_TABLE: "ApiKeys", NOTIFICATIONS_TABLE: "Notifications", CHAT_TABLE: "Chat" },
    ...{ EVENTS_TABLE: "Events", WEBHOOKS_TABLE: "Webhooks" },
  };
  const file = join(folder, "environment.json");
  await writeFile(file, JSON.stringify(environment));
  Object.assign(process.env, environment);
  const s3 = new S3Client({ forcePathStyle: true });
  const Enabled = { Bucket: BUCKET, VersioningConfiguration: { Status: "Enabled" } } as const;
  await s3.send(new PutBucketVersioningCommand(Enabled));
  const document = DynamoDBDocumentClient.from(tables.client, { marshallOptions: { removeUndefinedValues: true } });
  const blobStore = new S3BlobStore(BUCKET);
  const blobs = async () => blobStore;
  const versions = new ContentVersions(BUCKET);
  const command = (...args: string[]): Promise<Run> => run(["--environment", file, ...args]).ended;
  /** Runs the command and kills it after this many requests for one of these operations. */
  async function killedAfter(count: number, operation: string, ...args: string[]): Promise<void> {
    let left = count;
    const { kill, ended } = run(["--environment", file, ...args]);
    tables.onAsked = (asked) => {
      if (asked === operation && --left === 0) kill();
    };
    await ended;
    tables.onAsked = () => {};
  }
  async function itemsOf(TableName: string): Promise<Row[]> {
    const { Items = [] } = await tables.client.send(new ScanCommand({ TableName, ConsistentRead: true }));
    const keyText = ({ pk, sk }: Row) => `${pk?.S} ${sk?.S}`;
    return Items.toSorted((a, b) => keyText(a).localeCompare(keyText(b)));
  }
  return {
    ...{ tables, s3, versions, command, killedAfter },
    accounts: new DynamoSendingAccountStore(document, "Config"),
    webhooks: new DynamoWebhookStore(document, "Config"),
    chatAccounts: new DynamoChatAccountStore(document, "Config", { log: silentLog }),
    suppressions: new DynamoSuppressionStore(document, "Config"),
    templates: new DynamoEmailTemplateStore(document, { table: "Config", blobs }),
    testClocks: new DynamoTestClocks(document, "Config"),
    keys: new DynamoApiKeyStore(document, "ApiKeys"),
    conversations: new DynamoConversationStore(document, "Chat"),
    notifications: new DynamoNotificationStore(document, {
      codecs: CONTENT_CODECS,
      ...{ table: "Notifications", leaseMs: 90_000, clock: systemClock, blobs, contentKeptDays: 7, recordKeptDays: 90 },
    }),
    eraser: new DynamoOwnerEraser(document, {
      ...{ configTable: "Config", apiKeysTable: "ApiKeys", notificationsTable: "Notifications", chatTable: "Chat" },
      ...{ eventsTable: "Events", webhooksTable: "Webhooks" },
      ...{ log: silentLog, clock: systemClock, eraseBlobs: (prefix) => versions.eraseBelow(prefix) },
    }),
    /** Returns the rows without the mark of a restore. */
    async rows(TableName: string): Promise<Row[]> {
      return (await itemsOf(TableName)).map(({ [RESTORED_AT]: _noted, ...item }) => item);
    },
    /** Returns the sort keys of the items that have the mark of a restore. */
    async restored(TableName: string): Promise<string[]> {
      return (await itemsOf(TableName)).flatMap((item) => (item[RESTORED_AT] ? [String(item.sk?.S)] : []));
    },
    put: (TableName: string, Item: Row) => tables.client.send(new PutItemCommand({ TableName, Item })),
    remove: ({ pk, sk }: Row, TableName: string) =>
      tables.client.send(
        new DeleteItemCommand({ TableName, Key: { pk: pk as AttributeValue, sk: sk as AttributeValue } }),
      ),
    async close() {
      for (const name of Object.keys(environment)) delete process.env[name];
      s3.destroy();
      await Promise.all([tables.close(), objects.close()]);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type RestoreFixture = Awaited<ReturnType<typeof restoreFixture>>;

function run(args: readonly string[]): { readonly ended: Promise<Run>; kill(): void } {
  const command = ["--disable-warning=ExperimentalWarning", "bin/herald.ts", "restore", "--yes", ...args];
  const { NODE_OPTIONS: _options, ...own } = process.env;
  const env = Object.fromEntries(
    Object.entries(own).filter(([name]) => !/^(?:AWS_|HERALD|VITEST|.*_TABLE$|CONTENT_)/.test(name)),
  );
  const { promise: ended, resolve: done } = Promise.withResolvers<Run>();
  const child = execFile(process.execPath, command, { cwd: ROOT, timeout: COMMAND_MS, env }, (_error, out, err) => {
    const lines = out.split("\n").filter((line) => line.startsWith('{"table"'));
    const tables = Object.fromEntries(lines.map((line) => [JSON.parse(line).table, JSON.parse(line)]));
    done({ code: child.exitCode, tables, out, err });
  });
  return { ended, kill: () => void child.kill("SIGKILL") };
}
