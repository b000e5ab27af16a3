import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import * as z from "zod";
import { LivingItems } from "../../aws/dynamo/living-items.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Owner } from "../../kernel/owner.ts";
import { aheadMs } from "../../kernel/owners-time.ts";
import { changeOf } from "../domain/lifecycle-change.ts";
import { type DueList, decideSweep, lookAfterPostponement, type Postponement } from "../domain/sweep.ts";
import type { NotificationKey, OwnDue, OwnDuePage, Swept, WaitingNotification } from "../ports.ts";
import { updateOf } from "./lifecycle-update.ts";
import { notificationItem } from "./notification-item.ts";
import { keyOf, ownDuePartition, shardName, stateKey, WAITING_SHARDS, waitingPartition } from "./notification-key.ts";

const dueKey = z.object({ pk: z.string(), sk: z.string() });
const dueEntry = dueKey.extend({ dueAt: z.number(), dueAhead: z.number().optional() });

/** What was planned before the last move of the owner's clock may have to leave earlier than it was planned. */
const isDue = ({ dueAt, dueAhead = 0 }: Pick<z.output<typeof dueEntry>, "dueAt" | "dueAhead">, now: number): boolean =>
  dueAt <= now || dueAhead < aheadMs();

export interface DueNotificationsOptions {
  readonly table: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  /** Judges leases; by default `clock` does. */
  readonly realClock?: Clock;
}

/** Finds in the index `due` the notifications that the sweep has to look at, and sets the time of the sweep's next look at each. */
export class DueNotifications {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: DueNotificationsOptions;
  readonly #items: LivingItems;

  constructor(client: DynamoDBDocumentClient, options: DueNotificationsOptions) {
    this.#client = client;
    this.#options = options;
    this.#items = new LivingItems(client, options);
  }

  async list(list: DueList, shard: number, limit: number): Promise<readonly NotificationKey[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#options.table,
        IndexName: "due",
        KeyConditionExpression: "dueShard = :shard AND dueAt <= :now",
        ExpressionAttributeValues: { ":shard": shardName(shard, list), ":now": this.#options.clock.now() },
        Limit: limit,
      }),
    );
    return Items.map((item) => keyOf(dueKey.parse(item)));
  }

  /** Lists what an owner of test mode has due, the earliest first. */
  async listOwn(owner: Owner, { soonMs, limit, after }: OwnDuePage): Promise<OwnDue> {
    const now = this.#options.clock.now();
    const { Items = [], LastEvaluatedKey: next } = await this.#client.send(
      new QueryCommand({
        TableName: this.#options.table,
        IndexName: "due",
        KeyConditionExpression: "dueShard = :own AND dueAt <= :until",
        ExpressionAttributeValues: { ":own": ownDuePartition(owner), ":until": now + soonMs },
        Limit: limit,
        ...(after && { ExclusiveStartKey: after }),
      }),
    );
    const entries = Items.map((item) => dueEntry.parse(item)).filter((entry) => isDue(entry, now));
    return { keys: entries.map(keyOf), ...(next && { next }) };
  }

  async sweep(key: NotificationKey): Promise<Swept | undefined> {
    const { table, clock, realClock = clock, leaseMs } = this.#options;
    const item = await this.#items.readConsistently(stateKey(key));
    if (item === undefined) return undefined;
    const state = notificationItem.parse(item);
    const now = clock.now();
    // The index may be out of date: another sweep or a worker may have moved the next look to a later time.
    const { dueAt, dueAhead } = state;
    if (dueAt === undefined || !isDue({ dueAt, dueAhead }, now)) return undefined;
    // A lease ends at a real time. The sweep judges it in the time of the notification's owner.
    const leaseUntil = state.leaseUntil && state.leaseUntil + now - realClock.now();
    const { finding, lookAgainAt, list, delaySeconds } = decideSweep({ ...state, leaseUntil }, now, leaseMs);
    const event = { event: "swept", seenDueAt: dueAt, lookAt: lookAgainAt, list } as const;
    const change = updateOf(changeOf(event, { nowMs: now, leaseMs }), key);
    const update = new UpdateCommand({ TableName: table, Key: stateKey(key), ...change });
    const moved = await undefinedIfConditionFailed(this.#client.send(update));
    const { accountId, traceId } = state;
    const known = { ...(traceId !== undefined && { traceId }), ...(delaySeconds !== undefined && { delaySeconds }) };
    return moved && { finding, accountId, dueAt: lookAgainAt, ...known };
  }

  async postpone(key: NotificationKey, postponement: Postponement): Promise<boolean> {
    const { table, clock, leaseMs } = this.#options;
    const { accountId, dueAt: seenDueAt } = postponement;
    const nowMs = clock.now();
    const lookAt = lookAfterPostponement(postponement, nowMs, leaseMs);
    const change = changeOf({ event: "waiting", accountId, seenDueAt, lookAt }, { nowMs, leaseMs });
    const update = new UpdateCommand({
      TableName: table,
      Key: stateKey(key),
      ...updateOf(change, key),
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    return this.#isOurs(update, lookAt ?? seenDueAt);
  }

  /** Begins at another partition of the account each time, so that workers that read at the same time find different notifications. */
  async listWaiting(accountId: string, limit: number): Promise<readonly WaitingNotification[]> {
    const found: WaitingNotification[] = [];
    const begin = Math.floor(Math.random() * WAITING_SHARDS);
    for (let i = 0; i < WAITING_SHARDS && found.length < limit; i++) {
      const { Items = [] } = await this.#client.send(
        new QueryCommand({
          TableName: this.#options.table,
          IndexName: "waiting",
          KeyConditionExpression: "waiting = :waiting",
          ExpressionAttributeValues: { ":waiting": waitingPartition(accountId, (begin + i) % WAITING_SHARDS) },
          Limit: limit - found.length,
        }),
      );
      found.push(...Items.map((item) => ({ ...keyOf(dueKey.parse(item)), accountId })));
    }
    return found;
  }

  async endWaiting(key: NotificationKey): Promise<void> {
    const { table, clock, leaseMs } = this.#options;
    const change = changeOf({ event: "waiting_ended" }, { nowMs: clock.now(), leaseMs });
    const update = new UpdateCommand({ TableName: table, Key: stateKey(key), ...updateOf(change, key) });
    await undefinedIfConditionFailed(this.#client.send(update));
  }

  /** The client repeats a request whose answer was lost. Then the condition fails on our own earlier write, which counts as success. */
  async #isOurs(update: UpdateCommand, dueAt: number | undefined): Promise<boolean> {
    try {
      await this.#client.send(update);
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const { status, waiting, dueAt: due } = error.Item ?? {};
      return status?.S === "pending" && waiting !== undefined && due?.N === String(dueAt);
    }
  }
}
