import { randomUUID } from "node:crypto";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { LivingItems } from "../../aws/dynamo/living-items.ts";
import { transact } from "../../aws/dynamo/transact.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import { CHANGED, lookingAgain } from "../../kernel/write-conflict.ts";
import { isUndecided } from "../domain/approval.ts";
import { type Decision, decisionEvent } from "../domain/decision.ts";
import { changeOf, type Moment } from "../domain/lifecycle-change.ts";
import type { LifecycleEvent } from "../domain/lifecycle-event.ts";
import { givenTimeMs, leavesAtMs, type Notification, type NotificationContent } from "../domain/notification.ts";
import { departureOf } from "../domain/sweep.ts";
import type { AddedNotification, ChangedNotification, NotificationKey } from "../ports.ts";
import { updateOf } from "./lifecycle-update.ts";
import { ttlsFrom } from "./new-notifications.ts";
import { notificationItem, toNotification } from "./notification-item.ts";
import { stateKey } from "./notification-key.ts";
import type { SenderChangesOptions } from "./sender-changes.ts";

type Decided = ChangedNotification & AddedNotification;

/** Decides about notifications that wait for a person (D47e). */
export class Decisions {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: SenderChangesOptions;
  readonly #items: LivingItems;

  constructor(client: DynamoDBDocumentClient, options: SenderChangesOptions) {
    this.#client = client;
    this.#options = options;
    this.#items = new LivingItems(client, options);
  }

  /** Decides again when the sender has moved the notification since it was read. */
  decide(key: NotificationKey, decision: Decision): Promise<Decided | undefined> {
    const decisionId = randomUUID();
    return lookingAgain("a notification that waits for a person", async () => {
      const seen = await this.#read(key);
      if (seen === undefined) return undefined;
      return this.#decideAsSeen(seen.notification, decision, decisionId);
    });
  }

  async #decideAsSeen(
    seen: Notification,
    decision: Decision,
    decisionId: string,
  ): Promise<Decided | typeof CHANGED | undefined> {
    const { clock, leaseMs } = this.#options;
    const moment = { nowMs: clock.now(), leaseMs };
    const isWritten = await this.#write(seen, decision, {
      event: decisionEvent(decision, decisionId, seen),
      moment,
    });
    const after = await this.#read(seen);
    if (after === undefined) return undefined;
    const { notification } = after;
    // The client repeats a request whose answer was lost. Then the condition fails on our own decision.
    const isDone = isWritten || after.decisionId === decisionId;
    if (!isDone && isUndecided(notification) && notification.sendAt !== seen.sendAt) return CHANGED;
    const { lookAt: dueAt, delaySeconds } = departureOf(givenTimeMs(seen), moment.nowMs, leaseMs);
    const isReleased = isDone && decision.approval === "approved";
    return { notification, isDone, dueAt, delaySeconds: isReleased ? delaySeconds : undefined };
  }

  async #read(
    key: NotificationKey,
  ): Promise<{ notification: Notification; decisionId: string | undefined } | undefined> {
    const item = await this.#items.readConsistently(stateKey(key));
    if (item === undefined) return undefined;
    return { notification: toNotification(key.owner, item), decisionId: notificationItem.parse(item).decisionId };
  }

  /** Writes other words in the same transaction as the decision, so that what leaves is what the person approved. */
  async #write(
    notification: Notification,
    decision: Decision,
    { event, moment }: { readonly event: LifecycleEvent; readonly moment: Moment },
  ): Promise<boolean> {
    const { table: TableName } = this.#options;
    const update = { TableName, Key: stateKey(notification), ...updateOf(changeOf(event, moment), notification) };
    const edited = decision.approval === "approved" ? decision.edited : undefined;
    if (edited === undefined)
      return (await undefinedIfConditionFailed(this.#client.send(new UpdateCommand(update)))) !== undefined;
    const content = await this.#contentItem(notification, { ...edited.content, editedAtMs: moment.nowMs });
    return (await transact(this.#client, [{ Update: update }, { Put: { TableName, Item: content } }])) === undefined;
  }

  #contentItem(notification: Notification, content: NotificationContent): Promise<Record<string, unknown>> {
    const { contents, clock } = this.#options;
    const leavesAt = Math.max(clock.now(), leavesAtMs(notification));
    return contents.itemOf(notification, content, { ttl: ttlsFrom(leavesAt, this.#options).content, leaves: "later" });
  }
}
