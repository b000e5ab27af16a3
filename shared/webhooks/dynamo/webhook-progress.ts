import { DeleteCommand, type DynamoDBDocumentClient, QueryCommand, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import type { TableInTime } from "../../aws/dynamo/living-items.ts";
import { readItemConsistently } from "../../aws/dynamo/read-item.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Owner } from "../../kernel/owner.ts";
import { WriteConflictError } from "../../kernel/write-conflict.ts";
import { WEBHOOK_LEASE_MS } from "../domain/lease.ts";
import type { WebhookReplay } from "../domain/replay.ts";
import { addedReplay } from "../domain/replay.ts";
import type { OverdueWebhook, Released, WebhookLease, WebhookProgress, WebhookProgressStore } from "../ports.ts";
import {
  changeOf,
  lookAttributes,
  overdueKey,
  overdueOf,
  progressAttributes,
  progressOf,
  releasedOf,
  replayOf,
  stateItem,
  stateKey,
} from "./progress-item.ts";

const MAX_TRIES = 10;
const IS_FREE = "attribute_exists(pk) AND (attribute_not_exists(leaseToken) OR leaseUntilMs < :now)";

interface Condition {
  readonly text: string;
  readonly values?: Readonly<Record<string, unknown>>;
}

export interface WebhookProgressOptions extends TableInTime {
  /** Judges leases, and says when the sweep looks; by default `clock` does. */
  readonly realClock?: Clock;
}

/** Stores the progress of each webhook in one item. Writers without the lease change only attributes that its holder does not write. */
export class DynamoWebhookProgress implements WebhookProgressStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: WebhookProgressOptions;
  readonly #newToken: () => string;

  constructor(
    client: DynamoDBDocumentClient,
    { newToken, ...options }: WebhookProgressOptions & { newToken: () => string },
  ) {
    this.#client = client;
    this.#options = options;
    this.#newToken = newToken;
  }

  async start(webhookId: string, position: number): Promise<void> {
    const lost = { leaseToken: undefined, leaseUntilMs: undefined };
    const isBehind = { text: "attribute_not_exists(pk) OR feedPosition < :feedPosition" };
    await this.#update(webhookId, { ...progressAttributes({ position }), ...lost }, isBehind);
  }

  async lease(owner: Owner, webhookId: string, lost?: () => Promise<number>): Promise<WebhookLease | undefined> {
    const token = this.#newToken();
    const leaseUntilMs = this.#realNow + WEBHOOK_LEASE_MS;
    const taken = {
      leaseToken: token,
      leaseUntilMs,
      ownerSub: owner,
      backsOffUntilMs: undefined,
      isWoken: undefined,
      ...lookAttributes(webhookId, leaseUntilMs + 1),
    };
    const isFree = {
      text: `${IS_FREE} AND (attribute_not_exists(backsOffUntilMs) OR backsOffUntilMs <= :owners OR attribute_exists(isWoken))`,
      values: { ":now": this.#realNow, ":owners": this.#now },
    };
    const item = (await this.#update(webhookId, taken, isFree)) ?? (await this.#read(webhookId));
    if (item === undefined && lost) {
      await this.#beginAgain(webhookId, await lost());
      return this.lease(owner, webhookId);
    }
    const state = item && stateItem.parse(item);
    // The client repeats an update whose answer was lost. Then the update fails, but the item has our token already.
    if (state?.leaseToken !== token) return undefined;
    return { webhookId, token, progress: progressOf(state), ...(state.replay && { replay: state.replay }) };
  }

  async advance({ webhookId, token }: WebhookLease, progress: WebhookProgress): Promise<boolean> {
    const isHeld = {
      text: "leaseToken = :token AND leaseUntilMs >= :now",
      values: { ":token": token, ":now": this.#realNow },
    };
    return (await this.#update(webhookId, progressAttributes(progress), isHeld)) !== undefined;
  }

  async release({ webhookId, token }: WebhookLease, progress: WebhookProgress, lookAtMs?: number): Promise<Released> {
    const lookAtRealMs = lookAtMs === undefined ? undefined : lookAtMs - this.#aheadMs;
    const given = { leaseToken: undefined, leaseUntilMs: undefined, ...lookAttributes(webhookId, lookAtRealMs) };
    const isHeld = { text: "leaseToken = :token", values: { ":token": token } };
    const released = await this.#update(webhookId, { ...progressAttributes(progress), ...given }, isHeld);
    return releasedOf(released ?? (await this.#read(webhookId)));
  }

  async wake(webhookId: string, owner: Owner, lost?: () => Promise<number>): Promise<void> {
    // `isWoken` is an attribute of its own, because the holder of the lease overwrites the back-off when it gives the lease back.
    const due = { ownerSub: owner, isWoken: true, ...lookAttributes(webhookId, this.#realNow) };
    const isThere = { text: "attribute_exists(pk)" };
    if ((await this.#update(webhookId, due, isThere)) !== undefined || lost === undefined) return;
    await this.#beginAgain(webhookId, await lost());
    await this.#update(webhookId, due, isThere);
  }

  async settle(webhookId: string, isGone: boolean): Promise<void> {
    if (isGone) {
      await this.#client.send(new DeleteCommand({ TableName: this.#options.table, Key: stateKey(webhookId) }));
      return;
    }
    const isFree = { text: IS_FREE, values: { ":now": this.#realNow } };
    await this.#update(webhookId, lookAttributes(webhookId, undefined), isFree);
  }

  async replay(webhookId: string, range: { readonly position: number; readonly until: number }): Promise<void> {
    for (let tries = 0; tries < MAX_TRIES; tries++) {
      const item = await this.#read(webhookId);
      if (item === undefined) return;
      const known = replayOf(item);
      const replay = addedReplay(known, { ...range, requestedAtMs: this.#now });
      if (await this.#update(webhookId, { replay }, this.#isReplay(known))) return;
    }
    throw new WriteConflictError("what a webhook is to be sent again kept changing");
  }

  async replayed(webhookId: string, known: WebhookReplay, position: number): Promise<void> {
    const replay = position >= known.until ? undefined : { ...known, position };
    await this.#update(webhookId, { replay }, this.#isReplay(known));
  }

  async overdue(shard: number, nowMs: number, limit: number): Promise<readonly OverdueWebhook[]> {
    const { Items = [] } = await this.#client.send(
      new QueryCommand({
        TableName: this.#options.table,
        IndexName: "due",
        KeyConditionExpression: "dueShard = :shard AND dueAt <= :now",
        ExpressionAttributeValues: { ":shard": overdueKey(shard), ":now": nowMs },
        Limit: limit,
      }),
    );
    return Items.map(overdueOf);
  }

  async postpone({ webhookId, dueAtMs }: OverdueWebhook, lookAtMs: number): Promise<void> {
    const isAsSeen = { text: "dueAt = :seen", values: { ":seen": dueAtMs } };
    await this.#update(webhookId, lookAttributes(webhookId, lookAtMs), isAsSeen);
  }

  /** Creates the item of a webhook whose progress is lost, unless another process has created it meanwhile. */
  async #beginAgain(webhookId: string, position: number): Promise<void> {
    await this.#update(webhookId, progressAttributes({ position }), { text: "attribute_not_exists(pk)" });
  }

  get #now(): number {
    return this.#options.clock.now();
  }

  get #realNow(): number {
    const { clock, realClock = clock } = this.#options;
    return realClock.now();
  }

  /** The owners' time may be ahead of real time. */
  get #aheadMs(): number {
    return this.#now - this.#realNow;
  }

  #isReplay(known: WebhookReplay | undefined): Condition {
    return known === undefined
      ? { text: "attribute_exists(pk) AND attribute_not_exists(#replay)" }
      : { text: "#replay = :known", values: { ":known": known } };
  }

  #read(webhookId: string): Promise<Record<string, unknown> | undefined> {
    return readItemConsistently(this.#client, { TableName: this.#options.table, Key: stateKey(webhookId) });
  }

  /** Returns the item after the update, or undefined when the condition does not hold. */
  async #update(
    webhookId: string,
    attributes: Readonly<Record<string, unknown>>,
    condition?: Condition,
  ): Promise<Record<string, unknown> | undefined> {
    const { ExpressionAttributeValues: set, ...change } = changeOf(attributes);
    const values = { ...set, ...condition?.values };
    const command = new UpdateCommand({
      TableName: this.#options.table,
      Key: stateKey(webhookId),
      ...change,
      ...(condition && { ConditionExpression: condition.text }),
      ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
      ReturnValues: "ALL_NEW",
    });
    const written = await undefinedIfConditionFailed(this.#client.send(command));
    return written && (written.Attributes ?? {});
  }
}
