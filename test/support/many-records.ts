import { createHash, randomUUID } from "node:crypto";
import { readFile } from "node:fs/promises";
import { join } from "node:path";
import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { BatchWriteCommand, DynamoDBDocumentClient } from "@aws-sdk/lib-dynamodb";
import type { ConversationMessage, KnownConversation } from "../../shared/conversations/domain/conversation.ts";
import { conversationId } from "../../shared/conversations/domain/conversation-id.ts";
import { pointerKey, toConversationItem, toMessageItem } from "../../shared/conversations/dynamo/conversation-item.ts";
import { inBatches } from "../../shared/kernel/in-batches.ts";
import type { Owner } from "../../shared/kernel/owner.ts";
import { toStoredMap } from "../../shared/kernel/text-map.ts";
import type { Notification } from "../../shared/notifications/domain/notification.ts";
import { stateKey, unsentOf } from "../../shared/notifications/dynamo/notification-key.ts";
import type { LocalStack } from "./local-stack.ts";

type Item = Record<string, unknown>;

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;
/** DynamoDB's limit for one batch of writes. */
const BATCH = 25;
const BETWEEN_MS = 10 * MINUTE_MS;
const REFUSALS = [
  { code: 550, stage: "recipients", text: "550 5.1.1 There is no such mailbox here" },
  { code: 552, stage: "recipients", text: "552 5.2.2 The mailbox is full" },
  { code: 554, stage: "content", text: "554 5.7.1 Refused by our rules" },
  { code: 535, stage: "authentication", text: "535 5.7.8 Wrong user name or password" },
  { code: 550, stage: "sender", text: "550 5.1.8 The sender's domain does not exist" },
] as const;
const CUSTOMERS = ["Leïla Haddad", "Miguel Ortega", "שירה לוי", "Tomás Pereira", "Aino Virtanen", "陳美玲", "O'Neil"];

/** Makes an id (RFC 9562 section 5.7) from a time and a number. */
export function idAt(ms: number, n: number): string {
  const hex = Math.floor(ms).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}-7000-8000-${n.toString(16).padStart(12, "0")}`;
}

const chosen = <One>(from: readonly One[], n: number): One => {
  const one = from[n % from.length];
  if (one === undefined) throw new Error("nothing to choose from");
  return one;
};

/** Writes items into the table of a running stack as fast as its engine accepts them. */
async function write(stack: LocalStack, table: string, items: readonly Item[]): Promise<void> {
  const settings = JSON.parse(await readFile(join(stack.dataDir, "functions.env.json"), "utf8")) as Record<
    string,
    string
  >;
  const endpoint = settings.AWS_ENDPOINT_URL_DYNAMODB;
  if (endpoint === undefined) throw new Error("the stack names no table engine");
  const credentials = { accessKeyId: "herald-local", secretAccessKey: settings.AWS_SECRET_ACCESS_KEY ?? "" };
  const base = new DynamoDBClient({ endpoint, region: "us-east-1", credentials });
  const client = DynamoDBDocumentClient.from(base, { marshallOptions: { removeUndefinedValues: true } });
  const batches = Array.from({ length: Math.ceil(items.length / BATCH) }, (_, i) =>
    items.slice(i * BATCH, (i + 1) * BATCH),
  );
  await inBatches(batches, (some) =>
    client.send(new BatchWriteCommand({ RequestItems: { [table]: some.map((Item) => ({ PutRequest: { Item } })) } })),
  );
  base.destroy();
}

export interface ManyNotifications {
  readonly owner: Owner;
  readonly count: number;
  readonly accounts: readonly string[];
  readonly templates: readonly string[];
  readonly nowMs: number;
}

/** Builds the n-th newest notification; they are ten minutes apart. Of 20, three failed, one was canceled and one is not due yet. */
function notificationOf({ owner, accounts, templates, nowMs }: ManyNotifications, n: number): Notification {
  const at = nowMs - (n + 1) * BETWEEN_MS;
  const [createdAt, updatedAt] = [at, at + 4000].map((ms) => new Date(ms).toISOString()) as [string, string];
  const refusal = chosen(REFUSALS, Math.floor(n / 7));
  const turn = n % 20;
  const status = turn < 3 ? "failed" : turn === 3 ? "canceled" : turn === 4 ? "pending" : "sent";
  const attempt = { at: updatedAt, attempt: 1, durationMs: 312 };
  return {
    ...{ owner, id: idAt(at, n), channel: "email", status, maxAttempts: 5, createdAt, updatedAt },
    attempts: status === "failed" || status === "sent" ? 1 : 0,
    accountId: chosen(accounts, n),
    templateId: n % 3 === 0 ? undefined : chosen(templates, n),
    recipient: `customer${n}@shop${n % 40}.example`,
    title: `Your order ${4000 + n} is on its way`,
    metadata: { order: `SO-${n}` },
    ...(status === "pending" && { sendAt: new Date(nowMs + DAY_MS).toISOString() }),
    ...(status === "sent" && { history: [{ ...attempt, to: "sent" as const }] }),
    ...(status === "failed" && {
      lastError: refusal.text,
      history: [{ ...attempt, ...refusal, to: "failed" as const }],
    }),
  };
}

/** Creates notifications. Returns a function that gives the id of the n-th one, counted from the newest, which is 0. */
export async function seedNotifications(stack: LocalStack, many: ManyNotifications): Promise<(n: number) => string> {
  const ttl = Math.floor(many.nowMs / 1000) + 90 * (DAY_MS / 1000);
  const items = Array.from({ length: many.count }, (_, n): Item => {
    const { owner, id, metadata = {}, ...state } = notificationOf(many, n);
    return {
      ...stateKey({ owner, id }),
      ...state,
      metadata: toStoredMap(metadata),
      ...((state.status === "failed" || state.status === "canceled") && { unsent: unsentOf(state.status, id) }),
      ttl,
    };
  });
  await write(stack, "Notifications", items);
  return (n) => idAt(many.nowMs - (n + 1) * BETWEEN_MS, n);
}

export interface ManyConversations {
  readonly owner: Owner;
  readonly chatAccountId: string;
  readonly count: number;
  /** The number of messages in the first conversation. */
  readonly messages: number;
  readonly nowMs: number;
}

/** Creates conversations. The newest is the first and has the long history; every fifth customer waits, every seventh has unread messages. */
export async function seedConversations(stack: LocalStack, many: ManyConversations): Promise<(n: number) => string> {
  const all = Array.from({ length: many.count }, (_, n) => conversationOf(many, n));
  await write(
    stack,
    "Chat",
    all.map((one) => toConversationItem(one, 1)),
  );
  const [first] = all;
  if (first === undefined) return () => "";
  const thread = Array.from({ length: many.messages }, (_, n) =>
    messageOf(first.id, many.nowMs - (n + 1) * MINUTE_MS, n),
  );
  const last = await Promise.all(all.slice(1).flatMap(lastOf).map(toMessageItem));
  await write(stack, "Chat", [...(await Promise.all(thread.map(toMessageItem))), ...last, ...last.map(pointerOf)]);
  return (n) => all[n]?.id ?? "";
}

function conversationOf({ owner, chatAccountId, nowMs }: ManyConversations, n: number): KnownConversation {
  const customerPhone = `+49151${String(5_550_000 + n)}`;
  const of = { owner, chatAccountId, customerKey: customerPhone };
  const updatedAtMs = nowMs - (n + 1) * MINUTE_MS;
  const place = { id: randomUUID(), occurredAtMs: updatedAtMs };
  const id = conversationId(of, (bytes) => createHash("sha1").update(bytes).digest());
  return {
    ...of,
    ...{ id, customerPhone, profileName: `${chosen(CUSTOMERS, n)} ${n}`, latestInboundAtMs: updatedAtMs, updatedAtMs },
    last: { ...place, direction: "inbound", messageType: "text", text: `Where is order ${n}?` },
    ...{ firstWroteAtMs: updatedAtMs, lastCustomer: place },
    ...(n % 5 === 1 && { waitingSinceMs: updatedAtMs }),
    unread: n % 7 === 1 ? 2 : 0,
  };
}

/** Builds the customer's last message, which is the newest of the conversation. */
const lastOf = ({ id: conversationId, last }: KnownConversation): ConversationMessage[] => {
  if (last === undefined) return [];
  const { id, occurredAtMs, text } = last;
  const payload = { body: text };
  return [{ id, conversationId, direction: "inbound", messageType: "text", occurredAtMs, payload }];
};

const pointerOf = ({ id, conversationId, sk }: Item): Item => ({
  ...pointerKey(String(id)),
  ...{ conversationId, messageSk: sk },
});

function messageOf(id: string, occurredAtMs: number, n: number): ConversationMessage {
  const isOurs = n % 3 === 2;
  const sentences = `Message ${n}. ${"It may be long, and then goes on in the next line. ".repeat(n % 6)}`.trim();
  return {
    ...{ id: idAt(occurredAtMs, n), conversationId: id, messageType: "text", occurredAtMs },
    ...(isOurs ? { direction: "outbound", notificationId: idAt(occurredAtMs, n) } : { direction: "inbound" }),
    payload: { body: sentences },
  };
}
