import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { isLiving } from "../../aws/dynamo/living-items.ts";
import type { Clock } from "../../kernel/clock.ts";
import { CHANGED, lookingAgain } from "../../kernel/write-conflict.ts";
import { isUndecided } from "../domain/approval.ts";
import { changeOf } from "../domain/lifecycle-change.ts";
import type { LifecycleEvent } from "../domain/lifecycle-event.ts";
import { departureOf, firstLookAt } from "../domain/sweep.ts";
import type { AddedNotification, ChangedNotification, NotificationKey } from "../ports.ts";
import type { ContentItems } from "./content-items.ts";
import { updateOf } from "./lifecycle-update.ts";
import { type KeptDays, ttlsFrom } from "./new-notifications.ts";
import { toNotification } from "./notification-item.ts";
import { stateKey } from "./notification-key.ts";
import type { ProviderReferenceItems } from "./provider-reference-items.ts";

export interface SenderChangesOptions extends KeptDays {
  readonly table: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  readonly contents: ContentItems;
  readonly references: ProviderReferenceItems;
}

/** A sender changes an accepted notification by one conditional write of its state. */
export class SenderChanges {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: SenderChangesOptions;

  constructor(client: DynamoDBDocumentClient, options: SenderChangesOptions) {
    this.#client = client;
    this.#options = options;
  }

  cancel(key: NotificationKey): Promise<ChangedNotification | undefined> {
    return this.#change(key, { event: "canceled" }, this.#options.clock.now());
  }

  async hasten(key: NotificationKey): Promise<(ChangedNotification & AddedNotification) | undefined> {
    const { clock, leaseMs } = this.#options;
    const nowMs = clock.now();
    const changed = await this.#change(key, { event: "hastened" }, nowMs);
    return changed && { ...changed, dueAt: firstLookAt(nowMs, leaseMs), delaySeconds: 0 };
  }

  async reschedule(
    key: NotificationKey,
    sendAt: string,
  ): Promise<(ChangedNotification & AddedNotification) | undefined> {
    const { clock, leaseMs, contents, references } = this.#options;
    const leavesAtMs = Date.parse(sendAt);
    const nowMs = clock.now();
    const ttls = ttlsFrom(Math.max(nowMs, leavesAtMs), this.#options);
    // The content and the reference are kept longer first, so that a notification that leaves later still has what its delivery needs.
    await Promise.all([contents.keepUntil(key, ttls.content), references.keepUntil(key.id, ttls.record)]);
    const move = { sendAt, leavesAtMs, ttl: ttls.record };
    return lookingAgain("a scheduled notification", async () => {
      const moved = await this.#change(key, { event: "rescheduled", ...move }, nowMs);
      const { lookAt: dueAt, delaySeconds } = departureOf(leavesAtMs, nowMs, leaseMs);
      if (moved === undefined || moved.isDone || !isUndecided(moved.notification))
        return moved && { ...moved, dueAt, delaySeconds };
      const waits = await this.#change(key, { event: "moved_unapproved", ...move }, nowMs);
      // A person may have approved it between the two writes.
      if (waits !== undefined && !waits.isDone && waits.notification.approval === "approved") return CHANGED;
      return waits && { ...waits, dueAt, delaySeconds: undefined };
    });
  }

  async #change(key: NotificationKey, event: LifecycleEvent, nowMs: number): Promise<ChangedNotification | undefined> {
    const { table, leaseMs } = this.#options;
    const update = new UpdateCommand({
      TableName: table,
      Key: stateKey(key),
      ...updateOf(changeOf(event, { nowMs, leaseMs }), key),
      ReturnValues: "ALL_NEW",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    try {
      const { Attributes } = await this.#client.send(update);
      return { isDone: true, notification: toNotification(key.owner, Attributes) };
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      const item = error.Item && unmarshall(error.Item);
      if (item === undefined || !isLiving(item, this.#options.clock)) return undefined;
      return { isDone: false, notification: toNotification(key.owner, item) };
    }
  }
}
