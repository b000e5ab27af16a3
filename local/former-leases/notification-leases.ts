import { type DynamoDBDocumentClient, QueryCommand, ScanCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { MAX_KEYS, readMany } from "../../shared/aws/dynamo/read-many.ts";
import { undefinedIfConditionFailed } from "../../shared/aws/dynamo/undefined-if-condition-failed.ts";
import { type DeliveryMessage, readDeliveryMessage } from "../../shared/notifications/contract/messages.ts";
import type { DueList } from "../../shared/notifications/domain/sweep.ts";
import { notificationItem, toNotification } from "../../shared/notifications/dynamo/notification-item.ts";
import { accountOf, keyOf, shardName, stateKey } from "../../shared/notifications/dynamo/notification-key.ts";
import { type DeliveryQueue, type NotificationStore, shardsIn } from "../../shared/notifications/ports.ts";
import { eachAtOnce } from "./each-at-once.ts";

/** A claim leaves a notification in its list or moves it to `leased`. Scheduled notifications cannot be claimed yet. */
const LISTS = ["leased", "fresh", "waiting"] as const satisfies readonly DueList[];

export interface NotificationLeases {
  readonly table: string;
  readonly nowMs: number;
  readonly leaseMs: number;
  /** How long to wait for the chat provider's event about a message whose worker died (D23). */
  readonly doubtMs: number;
  readonly notifications: Pick<NotificationStore, "record">;
  readonly deliveryQueue: DeliveryQueue;
  /** The bodies of delivery messages that workers held. The queue delivers them again at once. */
  readonly bodies: readonly string[];
}

const itemKey = z.object({ pk: z.string(), sk: z.string() });
const waitingKey = itemKey.extend({ waiting: z.string() });
type ItemKey = z.output<typeof itemKey>;

const dueItem = itemKey.extend({ ...notificationItem.shape, fence: z.string().optional() });
/** A parsed item, and in `stored` the item before parsing, because a parsed item cannot be parsed again. */
type DueItem = z.output<typeof dueItem> & { readonly stored: unknown };

/**
 * Hands back the notifications that workers of an earlier process held, as the workers do when they are stopped. An
 * attempt that had begun still counts. A chat message may already have been handed over, so it waits for the provider's
 * event during the retry delay before it is tried again. Accounts with waiting notifications each get a message that
 * wakes a worker, because only the dead workers knew of them. This function must run while no worker runs.
 */
export async function endNotificationLeases(client: DynamoDBDocumentClient, given: NotificationLeases): Promise<void> {
  const messages = given.bodies.flatMap((body) => readDeliveryMessage(body) ?? []);
  const inHand = new Map(messages.map((message) => [message.id, message]));
  // Notifications whose message the queue delivers again are handed back first: that message continues their delivery.
  await handBack(client, { ...given, inHand }, messages.map(stateKey));
  const shards = LISTS.flatMap((list) => Array.from({ length: shardsIn(list) }, (_, i) => shardName(i, list)));
  await eachAtOnce(shards, async (shard) => {
    const others = (await keysIn(client, given, shard)).filter(({ sk }) => !inHand.has(sk));
    await handBack(client, { ...given, inHand }, others);
  });
  await wakeBacklogs(client, given);
}

/** Enqueues the oldest waiting notification of each account. The index `waiting` contains only waiting notifications. */
async function wakeBacklogs(
  client: DynamoDBDocumentClient,
  { table, deliveryQueue }: NotificationLeases,
): Promise<void> {
  const oldest = new Map<string, DeliveryMessage>();
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new ScanCommand({ TableName: table, IndexName: "waiting", ...(from && { ExclusiveStartKey: from }) }),
    );
    for (const item of page.Items ?? []) {
      const { waiting, ...key } = waitingKey.parse(item);
      const { owner, id } = keyOf(key);
      const accountId = accountOf(waiting);
      if (id < (oldest.get(accountId)?.id ?? "~")) oldest.set(accountId, { owner, id, accountId, isBacklog: true });
    }
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  await eachAtOnce([...oldest.values()], (message) => deliveryQueue.enqueue(message));
}

/**
 * Returns the keys of all notifications of a shard that a worker of the earlier process may still hold. A claim sets
 * the notification's `dueAt`, the time at which the sweep looks at it, to at most one lease after the claim. Therefore
 * no worker holds a notification whose `dueAt` lies more than one lease ahead.
 */
async function keysIn(
  client: DynamoDBDocumentClient,
  { table, nowMs, leaseMs }: NotificationLeases,
  shard: string,
): Promise<readonly ItemKey[]> {
  const keys: ItemKey[] = [];
  let from: Record<string, unknown> | undefined;
  do {
    const page = await client.send(
      new QueryCommand({
        TableName: table,
        IndexName: "due",
        KeyConditionExpression: "dueShard = :shard AND dueAt <= :until",
        ExpressionAttributeValues: { ":shard": shard, ":until": nowMs + leaseMs + 1 },
        ...(from && { ExclusiveStartKey: from }),
      }),
    );
    keys.push(...(page.Items ?? []).map((item) => itemKey.parse(item)));
    from = page.LastEvaluatedKey;
  } while (from !== undefined);
  return keys;
}

interface HandingBack extends NotificationLeases {
  readonly inHand: ReadonlyMap<string, DeliveryMessage>;
}

async function handBack(client: DynamoDBDocumentClient, given: HandingBack, keys: readonly ItemKey[]): Promise<void> {
  const distinct = [...new Map(keys.map((key) => [key.sk, key])).values()];
  for (let from = 0; from < distinct.length; from += MAX_KEYS) {
    const items = await readMany(client, given.table, distinct.slice(from, from + MAX_KEYS));
    const due = items.flatMap((item) => (item === undefined ? [] : { ...dueItem.parse(item), stored: item }));
    await eachAtOnce(due, (item) => handBackOne(client, given, item));
  }
}

async function handBackOne(client: DynamoDBDocumentClient, given: HandingBack, item: DueItem): Promise<void> {
  const message = given.inHand.get(item.sk);
  if (item.status === "pending") {
    if (message !== undefined && isReplaced(message, item, given.nowMs)) await lookNow(client, given, item);
    return;
  }
  if (item.status !== "processing" || isLeftToSweep(item, given.nowMs)) return;
  if (item.channel === "chat") await endLeaseInDoubt(client, given, item);
  else await endLease(client, given, { item, message });
}

/** The sweep goes on with a notification whose lease is over, but it would give up a mail that was killed in its last attempt. */
const isLeftToSweep = ({ channel, attempts, maxAttempts, leaseUntil = 0 }: DueItem, nowMs: number): boolean =>
  leaseUntil < nowMs && (channel === "chat" || attempts < maxAttempts);

/** Says whether the worker replaced this message by another, or died before it could. The sweep then looks at the notification at once. */
const isReplaced = ({ dueAt }: DeliveryMessage, item: DueItem, nowMs: number): boolean =>
  (dueAt !== undefined && dueAt !== item.dueAt) || (item.nextAt ?? 0) > nowMs;

async function lookNow(client: DynamoDBDocumentClient, { table, nowMs }: HandingBack, item: DueItem): Promise<void> {
  const { pk, sk, dueAt } = item;
  if (dueAt === undefined || dueAt <= nowMs) return;
  const update = new UpdateCommand({
    TableName: table,
    Key: { pk, sk },
    UpdateExpression: "SET dueAt = :now",
    ConditionExpression: "dueAt = :seen",
    ExpressionAttributeValues: { ":now": nowMs, ":seen": dueAt },
  });
  await undefinedIfConditionFailed(client.send(update));
}

interface HeldMail {
  readonly item: DueItem;
  /** The message that the worker held for the mail, or undefined if none is known. */
  readonly message: DeliveryMessage | undefined;
}

/**
 * Records the notification as postponed, which announces nothing and lets the notification wait for its account.
 * Postponing takes the attempt back, so the attempt is counted again. The sweep then looks at the notification at the
 * time that the queue's message expects, or at once if the queue has no message for the notification.
 */
async function endLease(
  client: DynamoDBDocumentClient,
  given: HandingBack,
  { item, message }: HeldMail,
): Promise<void> {
  const { pk, sk, fence = "" } = item;
  const claimed = { ...toNotification(keyOf(item).owner, item.stored), status: "processing", fence } as const;
  const step = { to: "pending", isPostponed: true, retryInSeconds: 0 } as const;
  if (!(await given.notifications.record(claimed, step))) return;
  const isOnItsWay = message !== undefined;
  // A killed process must not make a mail fail, so the last of the allowed attempts is not counted.
  const counted = item.attempts < item.maxAttempts ? 1 : 0;
  const lookAt = isOnItsWay ? (message.dueAt ?? given.nowMs + given.leaseMs) : given.nowMs;
  const update = new UpdateCommand({
    TableName: given.table,
    Key: { pk, sk },
    UpdateExpression: "SET dueAt = :look ADD attempts :one",
    ConditionExpression: "#status = :pending",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":look": lookAt, ":one": counted, ":pending": "pending" },
  });
  await undefinedIfConditionFailed(client.send(update));
}

async function endLeaseInDoubt(client: DynamoDBDocumentClient, given: HandingBack, item: DueItem): Promise<void> {
  const { pk, sk, leaseUntil = 0 } = item;
  const end = Math.min(leaseUntil, given.nowMs + given.doubtMs);
  const update = new UpdateCommand({
    TableName: given.table,
    Key: { pk, sk },
    UpdateExpression: "SET leaseUntil = :end, dueAt = :look",
    ConditionExpression: "#status = :processing AND leaseUntil = :seen",
    ExpressionAttributeNames: { "#status": "status" },
    ExpressionAttributeValues: { ":end": end, ":look": end + 1, ":processing": "processing", ":seen": leaseUntil },
  });
  if ((await undefinedIfConditionFailed(client.send(update))) === undefined) return;
  // The message that the worker held is delivered at once, finds the lease and does nothing, so another message is needed.
  await given.deliveryQueue.enqueue({ ...keyOf(item), accountId: item.accountId }, secondsTo(end, given.nowMs));
}

/** Returns a delay of whole seconds that ends after `atMs`, so that the lease has ended when the message arrives. */
const secondsTo = (atMs: number, nowMs: number): number => Math.floor((atMs - nowMs) / 1000) + 1;
