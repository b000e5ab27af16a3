import { randomBytes, randomUUID } from "node:crypto";
import { setTimeout as pause } from "node:timers/promises";
import { DeleteItemCommand, DynamoDBClient, paginateScan } from "@aws-sdk/client-dynamodb";
import * as z from "zod";
import { AlarmDriver } from "./alarms/alarm-driver.ts";
import { ask, call, saveTemplate } from "./calls.ts";
import { customerWrites } from "./customer.ts";
import { signIn } from "./owners.ts";
import type { Rehearsal } from "./rehearsal.ts";
import { ofType } from "./resources/deployed.ts";

const CALL_MS = 30_000;
const LONGEST_MS = 60_000;
/**
 * On a busy machine a call of the worker may fail. Its message then comes back after six minutes, the queue's visibility
 * timeout, which is no fault of the restore.
 */
const QUIET_MS = 480_000;
/** A text of this size is too large for an item of a table even after compression. */
const TEXT_BYTES = 300_000;

const saved = z.looseObject({ id: z.string() });
const template = z.looseObject({ body: z.string() });
const state = z.looseObject({ status: z.string() });
const messages = z.looseObject({ messages: z.array(z.unknown()) });
const mails = z.looseObject({ messages: z.array(z.unknown()) });
const restored = z.looseObject({ table: z.string(), missing: z.number(), copied: z.number(), textsCopied: z.number() });
type Restored = z.output<typeof restored>;

/**
 * Loses a template, a conversation and a sent mail, and restores them beside later records. Nothing may be sent twice.
 */
export async function walkRestore(rehearsal: Rehearsal, say: (line: string) => void): Promise<void> {
  const driver = new AlarmDriver(rehearsal);
  const before = await prepare(rehearsal, driver);
  const moment = await nextSecond();
  await lose(rehearsal, before);
  driver.mend();
  await isQuiet(driver);
  say("ok  a template, a conversation and two notifications are lost");
  const since = await saveTemplate(rehearsal, before.bearer, "since");
  const dry = figuresOf(await rehearsal.operator.run("restore", "--to", moment));
  ensure(
    dry.every(({ copied }) => copied === 0),
    "a comparison copies nothing",
  );
  ensure(await isGone(rehearsal, before), "a comparison changes nothing");
  const applied = figuresOf(await rehearsal.operator.run("restore", "--to", moment, "--apply", "--yes"));
  ensure(applied.reduce((sum, { textsCopied }) => sum + textsCopied, 0) === 1, "the template's text comes back");
  ensure(isAlike(dry, applied), "what was missing is copied");
  await requireBack(rehearsal, before, since);
  await rehearsal.runSchedules();
  await isQuiet(driver);
  ensure((await mailsTo(rehearsal, before.recipient)) === 1, "nothing is sent twice");
  ensure((await mailsTo(rehearsal, before.waitingFor)) === 0, "what was waiting is not sent");
  await rehearsal.operator.run("restore", "--to", moment, "--clean", "--yes");
  say("ok  they are back, beside what was written since, and nothing was sent twice");
}

interface Before {
  readonly bearer: string;
  readonly templateId: string;
  readonly body: string;
  readonly conversation: string;
  readonly notification: string;
  readonly recipient: string;
  /** Names a notification that no worker had claimed, and its recipient. */
  readonly waiting: string;
  readonly waitingFor: string;
}

/** Waits until every queued delivery has been received. */
const isQuiet = (driver: AlarmDriver): Promise<void> =>
  driver.until("the delivery queue is empty", () => driver.count("DeliveryQueue") === 0, QUIET_MS);

async function prepare(rehearsal: Rehearsal, driver: AlarmDriver): Promise<Before> {
  const { baseUrl, simulatorUrl, owners, authUrl } = rehearsal;
  const key = owners.demo.api_key;
  const bearer = await signIn(authUrl, "demo");
  const body = randomBytes(TEXT_BYTES).toString("base64");
  const templateId = await saveTemplate(rehearsal, bearer, body);
  const conversation = await customerWrites({ baseUrl, simulatorUrl, key, phone: "+15551230009" });
  const recipient = `${randomUUID()}@example.test`;
  const mail = { recipient, subject: "Once", body: "and never again" };
  const { id: notification } = saved.parse(await call(rehearsal, "/api/v1/notifications", key, mail));
  const endsAt = Date.now() + LONGEST_MS;
  while ((await statusOf(rehearsal, notification)) !== "sent") {
    if (Date.now() > endsAt) throw new Error("the mail before the loss is not sent");
    await pause(200);
  }
  await driver.stopReading("DeliveryQueue");
  const waitingFor = `${randomUUID()}@example.test`;
  const waiting = await driver.email(waitingFor);
  return { bearer, templateId, body, conversation, notification, recipient, waiting, waitingFor };
}

/**
 * Waits until the present second is over and returns the time at which this second began, because a backup's time is a
 * full second.
 */
async function nextSecond(): Promise<string> {
  const second = Math.floor(Date.now() / 1000);
  await pause((second + 1) * 1000 - Date.now() + 20);
  return new Date(second * 1000).toISOString();
}

/** Deletes a template as a person would, and the other records as a mistake on the command line would. */
async function lose(rehearsal: Rehearsal, before: Before): Promise<void> {
  const { bearer, templateId, conversation, notification, waiting } = before;
  await call(rehearsal, `/api/v1/templates/${templateId}`, bearer, undefined, "DELETE");
  const { deployment, standIns } = rehearsal;
  const named = (id: string) =>
    ofType(deployment, "AWS::DynamoDB::GlobalTable").find((one) => one.logicalId === id)?.ref;
  const { endpoint } = standIns.tables;
  const credentials = { accessKeyId: "rehearsal", secretAccessKey: "rehearsal" };
  const client = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  try {
    await deleteAll(client, named("ChatTable"), conversation);
    await deleteAll(client, named("NotificationsTable"), notification);
    await deleteAll(client, named("NotificationsTable"), waiting);
  } finally {
    client.destroy();
  }
}

/** Deletes every item whose key contains this text. */
async function deleteAll(client: DynamoDBClient, TableName: string | undefined, text: string): Promise<void> {
  for await (const { Items = [] } of paginateScan({ client }, { TableName })) {
    const keys = Items.map(({ pk, sk }) => ({ pk: { S: pk?.S ?? "" }, sk: { S: sk?.S ?? "" } }));
    const lost = keys.filter(({ pk, sk }) => pk.S.includes(text) || sk.S.includes(text));
    for (const Key of lost) await client.send(new DeleteItemCommand({ TableName, Key }));
  }
}

async function isGone(rehearsal: Rehearsal, { bearer, templateId, conversation, notification }: Before) {
  const { api_key: key } = rehearsal.owners.demo;
  const asked = await Promise.all([
    ask(rehearsal, `/api/v1/templates/${templateId}`, bearer),
    ask(rehearsal, `/api/v1/chat-conversations/${conversation}/messages`, key),
    ask(rehearsal, `/api/v1/notifications/${notification}`, key),
  ]);
  return asked.every(({ status }) => status === 404);
}

async function requireBack(rehearsal: Rehearsal, before: Before, since: string): Promise<void> {
  const { bearer, templateId, body, conversation, notification } = before;
  const found = template.parse(await call(rehearsal, `/api/v1/templates/${templateId}`, bearer));
  ensure(found.body === body, "the template is as it was");
  const path = `/api/v1/chat-conversations/${conversation}/messages`;
  const { messages: list } = messages.parse(await call(rehearsal, path, rehearsal.owners.demo.api_key));
  ensure(list.length === 1, "the conversation has its message");
  ensure((await statusOf(rehearsal, notification)) === "sent", "the sent mail is sent");
  ensure((await statusOf(rehearsal, before.waiting)) === "failed", "the waiting mail is failed");
  template.parse(await call(rehearsal, `/api/v1/templates/${since}`, bearer));
}

const figuresOf = (output: string): Restored[] =>
  output.split("\n").flatMap((line) => (line.startsWith("{") ? [restored.parse(JSON.parse(line))] : []));

const isAlike = (dry: readonly Restored[], applied: readonly Restored[]): boolean =>
  dry.some(({ missing }) => missing > 0) && applied.every(({ copied }, i) => copied === dry[i]?.missing);

function ensure(isTrue: boolean, what: string): void {
  if (!isTrue) throw new Error(`the restore is not as it should be: ${what}`);
}

const statusOf = async (rehearsal: Rehearsal, id: string): Promise<string> =>
  state.parse(await call(rehearsal, `/api/v1/notifications/${id}`, rehearsal.owners.demo.api_key)).status;

async function mailsTo({ standIns }: Rehearsal, recipient: string): Promise<number> {
  const response = await fetch(`${standIns.mailbox.url}/api/messages?to=${encodeURIComponent(recipient)}`, {
    signal: AbortSignal.timeout(CALL_MS),
  });
  return mails.parse(await response.json()).messages.length;
}
