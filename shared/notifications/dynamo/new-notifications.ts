import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { putTogether } from "../../aws/dynamo/put-together.ts";
import { type TransactItems, transact } from "../../aws/dynamo/transact.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Clock } from "../../kernel/clock.ts";
import { inBatches } from "../../kernel/in-batches.ts";
import { toStoredMap } from "../../kernel/text-map.ts";
import { acceptanceOf, firstLookOf } from "../domain/acceptance.ts";
import { changeOf } from "../domain/lifecycle-change.ts";
import { givenTimeMs, type Notification, type NotificationContent } from "../domain/notification.ts";
import { unsentAfter } from "../domain/unsent.ts";
import type { AddedNotification, ToAdd } from "../ports.ts";
import type { ContentItems } from "./content-items.ts";
import { storedAs } from "./lifecycle-update.ts";
import { stateKey, unsentOf } from "./notification-key.ts";
import { type ProviderReferenceItems, providerReferenceItem } from "./provider-reference-items.ts";

const DAY_SECONDS = 86_400;
/** All attempts of a notification end within this time of its departure, whatever crashes. */
const LONGEST_DELIVERY_DAYS = 1;
/** A write without an answer is given up after seven seconds. After ten it can no longer arrive and undo a claim. */
const LATE_WRITE_SECONDS = 10;

/** The table store expires items by epoch seconds. */
export const ttlAfter = (fromMs: number, days: number): number => Math.floor(fromMs / 1000) + days * DAY_SECONDS;

export interface KeptDays {
  readonly contentKeptDays: number;
  readonly recordKeptDays: number;
}

/** Returns the epoch seconds until which the content and the record of a notification that leaves at `departureMs` are kept. */
export const ttlsFrom = (departureMs: number, { contentKeptDays, recordKeptDays }: KeptDays) => ({
  content: ttlAfter(departureMs, LONGEST_DELIVERY_DAYS + contentKeptDays),
  record: ttlAfter(departureMs, recordKeptDays),
});

/** A provider event finds its notification by this item; only chat has one. */
export const referenceTo = ({ conversationId, ...notification }: Notification, reference: string, ttl: number) =>
  conversationId === undefined ? undefined : providerReferenceItem(reference, { ...notification, conversationId }, ttl);

const afterLateWrite = (delaySeconds: number | undefined): number | undefined =>
  delaySeconds === undefined ? undefined : Math.max(delaySeconds, LATE_WRITE_SECONDS);

export interface NewNotificationsOptions extends KeptDays {
  readonly table: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly contents: ContentItems;
  readonly references: ProviderReferenceItems;
}

/** The ids, writes and outcomes of the states are in the same order. */
export interface PreparedAddition {
  readonly ids: readonly string[];
  readonly puts: TransactItems;
  readonly added: readonly AddedNotification[];
}

interface ItemsBeforeState {
  readonly stored: Record<string, unknown>;
  readonly reference: Record<string, unknown> | undefined;
}

/** Writes an accepted notification: its content, its state, and for chat the item by which provider events find the notification. */
export class NewNotifications {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: NewNotificationsOptions;

  constructor(client: DynamoDBDocumentClient, options: NewNotificationsOptions) {
    this.#client = client;
    this.#options = options;
  }

  async add(
    notification: Notification,
    content: NotificationContent,
    idIs?: "new",
  ): Promise<AddedNotification | undefined> {
    const { dueAt, delaySeconds, items } = await this.#itemsOf({ notification, content });
    const { stored, reference, state } = items;
    const all = [stored, ...(reference ? [reference] : []), state];
    const together = idIs === "new" ? await putTogether(this.#client, this.#options.table, all) : undefined;
    const added = { dueAt, delaySeconds: together?.wasRepeated ? afterLateWrite(delaySeconds) : delaySeconds };
    if (together?.isWhole) return added;
    // The state is written last: when it can be read, everything that its delivery needs is there.
    await this.#putBeforeState(items);
    // The id is new, so a state that exists already is our own.
    return (await this.#putNew(state)) || idIs === "new" ? added : undefined;
  }

  async addTogether(all: readonly ToAdd[]): Promise<readonly AddedNotification[] | undefined> {
    const { puts, added } = await this.prepare(all);
    return (await transact(this.#client, puts)) === undefined ? added : undefined;
  }

  /** Writes everything but the states, and returns the writes of the states for a transaction. */
  async prepare(all: readonly ToAdd[]): Promise<PreparedAddition> {
    const { table } = this.#options;
    const made = await inBatches(all, async (one) => {
      const accepted = await this.#itemsOf(one);
      await this.#putBeforeState(accepted.items);
      return accepted;
    });
    return {
      ids: all.map(({ notification: { id } }) => id),
      puts: made.map(({ items: { state: Item } }) => ({
        Put: { TableName: table, Item, ConditionExpression: "attribute_not_exists(pk)" },
      })),
      added: made.map(({ dueAt, delaySeconds }) => ({ dueAt, delaySeconds })),
    };
  }

  async #itemsOf({ notification, content }: ToAdd) {
    const { contents, clock, leaseMs } = this.#options;
    const leavesAtMs = givenTimeMs(notification);
    const { approvalUntil } = notification;
    const ttls = ttlsFrom(Math.max(clock.now(), leavesAtMs ?? 0, approvalUntil ?? 0), this.#options);
    const leaves = leavesAtMs === undefined && approvalUntil === undefined ? "now" : "later";
    const stored = await contents.itemOf(notification, content, { ttl: ttls.content, leaves });
    const reference = referenceTo(notification, notification.id, ttls.record);
    const nowMs = clock.now();
    const state = this.#stateOf(notification, nowMs, ttls.record);
    const { dueAt, delaySeconds } = firstLookOf(notification, nowMs, leaseMs);
    return { dueAt, delaySeconds, items: { stored, reference, state } };
  }

  async #putBeforeState({ stored, reference }: ItemsBeforeState): Promise<void> {
    const { contents, references } = this.#options;
    await Promise.all([contents.put(stored), reference && references.put(reference)]);
  }

  #stateOf(notification: Notification, nowMs: number, ttl: number): Record<string, unknown> {
    const { owner, id, provider, metadata: given, ...state } = notification;
    const metadata = given && { metadata: toStoredMap(given) };
    const change = changeOf(acceptanceOf(notification), { nowMs, leaseMs: this.#options.leaseMs });
    const due = storedAs(change.set, { owner, id });
    const unsent = unsentAfter(change);
    return {
      ...stateKey({ owner, id }),
      ...due,
      ...(unsent !== undefined && unsent !== "none" && { unsent: unsentOf(unsent, id) }),
      ...state,
      ...metadata,
      ...provider,
      ttl,
    };
  }

  async #putNew(item: Record<string, unknown>): Promise<boolean> {
    const put = new PutCommand({
      TableName: this.#options.table,
      Item: item,
      ConditionExpression: "attribute_not_exists(pk)",
    });
    return (await undefinedIfConditionFailed(this.#client.send(put))) !== undefined;
  }
}
