import { type DynamoDBDocumentClient, PutCommand } from "@aws-sdk/lib-dynamodb";
import { secondOf } from "../../aws/dynamo/living-items.ts";
import { putTogether } from "../../aws/dynamo/put-together.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { Clock } from "../../kernel/clock.ts";
import { changeOf } from "../domain/lifecycle-change.ts";
import type { Notification, NotificationContent } from "../domain/notification.ts";
import { firstLookAt } from "../domain/sweep.ts";
import type { AddedNotification } from "../ports.ts";
import type { ContentItems } from "./content-items.ts";
import { storedAs } from "./lifecycle-update.ts";
import { recentOf, stateKey } from "./notification-key.ts";
import { type ProviderReferenceItems, providerReferenceItem } from "./provider-reference-items.ts";

const DAY_SECONDS = 86_400;
/** From acceptance to the end of the last attempt it never takes longer, whatever crashes. */
const LONGEST_DELIVERY_DAYS = 1;
/** A write that had no answer is given up after seven seconds. So much later it does not arrive any more, and nothing undoes a claim. */
const LATE_WRITE_SECONDS = 10;

/** In epoch seconds, as the table store expires items. */
export const ttlAfter = (clock: Clock, days: number): number => secondOf(clock) + days * DAY_SECONDS;

/** Chat only: the way of an event back to the notification. */
export const referenceTo = ({ conversationId, ...notification }: Notification, reference: string, ttl: number) =>
  conversationId === undefined ? undefined : providerReferenceItem(reference, { ...notification, conversationId }, ttl);

export interface NewNotificationsOptions {
  readonly table: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly contentKeptDays: number;
  readonly recordKeptDays: number;
  readonly contents: ContentItems;
  readonly references: ProviderReferenceItems;
}

/** Writes what an accepted notification consists of: its content, for chat the way of events back to it, its state. */
export class NewNotifications {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: NewNotificationsOptions;

  constructor(client: DynamoDBDocumentClient, options: NewNotificationsOptions) {
    this.#client = client;
    this.#options = options;
  }

  /** As `NotificationStore.add`. */
  async add(
    notification: Notification,
    content: NotificationContent,
    idIs?: "new",
  ): Promise<AddedNotification | undefined> {
    const { table, contents, references, contentKeptDays, recordKeptDays, clock, leaseMs } = this.#options;
    const contentTtl = ttlAfter(clock, LONGEST_DELIVERY_DAYS + contentKeptDays);
    const stored = await contents.itemOf(notification, content, contentTtl);
    const reference = referenceTo(notification, notification.id, ttlAfter(clock, recordKeptDays));
    const nowMs = clock.now();
    const state = this.#stateOf(notification, nowMs);
    const dueAt = firstLookAt(nowMs, leaseMs);
    const all = [stored, ...(reference ? [reference] : []), state];
    const together = idIs === "new" ? await putTogether(this.#client, table, all) : undefined;
    const added = { dueAt, delaySeconds: together?.wasRepeated ? LATE_WRITE_SECONDS : 0 };
    if (together?.isWhole) return added;
    // In this order: a state that can be read has all that its delivery needs.
    await Promise.all([contents.put(stored), reference && references.put(reference)]);
    // Under a new id, a state that is there already is our own.
    return (await this.#putNew(state)) || idIs === "new" ? added : undefined;
  }

  #stateOf({ owner, id, provider, ...state }: Notification, nowMs: number): Record<string, unknown> {
    const { clock, leaseMs, recordKeptDays } = this.#options;
    const due = storedAs(changeOf({ event: "accepted" }, { nowMs, leaseMs }).set, id);
    const index = { recent: recentOf({ owner, id }), ttl: ttlAfter(clock, recordKeptDays) };
    return { ...stateKey({ owner, id }), ...due, ...state, ...provider, ...index };
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
