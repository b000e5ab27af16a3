import { randomUUID } from "node:crypto";
import { ConditionalCheckFailedException } from "@aws-sdk/client-dynamodb";
import { type DynamoDBDocumentClient, UpdateCommand } from "@aws-sdk/lib-dynamodb";
import { unmarshall } from "@aws-sdk/util-dynamodb";
import { LivingItems } from "../../aws/dynamo/living-items.ts";
import { undefinedIfConditionFailed } from "../../aws/dynamo/undefined-if-condition-failed.ts";
import type { BlobStore } from "../../kernel/blob-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import { withinDeadline } from "../../kernel/network/deadline.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { Decision } from "../domain/decision.ts";
import { eventOf, overtakenBy, type Step } from "../domain/delivery.ts";
import type { Feedback } from "../domain/feedback.ts";
import { changeOf, type Moment } from "../domain/lifecycle-change.ts";
import type { LifecycleEvent } from "../domain/lifecycle-event.ts";
import type { ClaimedNotification, Notification, NotificationContent, TimelineEntry } from "../domain/notification.ts";
import type { ReportedEvent } from "../domain/provider-status.ts";
import type { DueList, Postponement } from "../domain/sweep.ts";
import type {
  AddedNotification,
  AppliedEvent,
  ContentCodecs,
  CorrelatedNotification,
  NotificationKey,
  NotificationStore,
  OwnDue,
  OwnDuePage,
  ProviderReference,
  RecentPage,
  Swept,
  ToAdd,
  UndecidedPage,
  WaitingNotification,
} from "../ports.ts";
import { ContentItems } from "./content-items.ts";
import { Decisions } from "./decisions.ts";
import { DueNotifications } from "./due-notifications.ts";
import { FeedbackNotes } from "./feedback-notes.ts";
import { updateOf } from "./lifecycle-update.ts";
import { findByMailId } from "./mail-ids.ts";
import { NewNotifications, referenceTo, ttlAfter } from "./new-notifications.ts";
import { toClaimed, toNotification } from "./notification-item.ts";
import { stateKey } from "./notification-key.ts";
import { ProviderEvents } from "./provider-events.ts";
import { ProviderReferenceItems } from "./provider-reference-items.ts";
import { listRecent, listUndecided } from "./recent-notifications.ts";
import { Resends } from "./resends.ts";
import { SenderChanges } from "./sender-changes.ts";

/** Noting a crash must be quick: if the store hung before, most of the worker's time is over. */
const NOTE_TIMEOUT_MS = 2000;
type UpdateInput = Omit<ConstructorParameters<typeof UpdateCommand>[0], "TableName">;

export interface NotificationStoreOptions {
  readonly table: string;
  readonly leaseMs: number;
  readonly clock: Clock;
  /** Judges leases; by default `clock` does. */
  readonly realClock?: Clock;
  /** Content is kept this long after the end of its notification, and the record this long after acceptance. */
  readonly contentKeptDays: number;
  readonly recordKeptDays: number;
  /** Called only for a large content, because most functions never load the bucket's client. */
  readonly blobs: () => Promise<BlobStore>;
  readonly codecs: ContentCodecs;
}

export class DynamoNotificationStore implements NotificationStore {
  readonly #client: DynamoDBDocumentClient;
  readonly #options: NotificationStoreOptions;
  readonly #items: LivingItems;
  readonly #contents: ContentItems;
  readonly #references: ProviderReferenceItems;
  readonly #events: ProviderEvents;
  readonly #due: DueNotifications;
  readonly #new: NewNotifications;
  readonly #sender: SenderChanges;
  readonly #decisions: Decisions;
  readonly #resends: Resends;
  readonly #feedback: FeedbackNotes;

  constructor(client: DynamoDBDocumentClient, options: NotificationStoreOptions) {
    this.#client = client;
    this.#options = options;
    this.#items = new LivingItems(client, options);
    this.#contents = new ContentItems(client, options);
    this.#due = new DueNotifications(client, options);
    this.#references = new ProviderReferenceItems(client, options);
    this.#events = new ProviderEvents(client, { ...options, ttl: () => this.#recordTtl() });
    const parts = { contents: this.#contents, references: this.#references };
    this.#new = new NewNotifications(client, { ...options, ...parts });
    this.#sender = new SenderChanges(client, { ...options, ...parts });
    this.#decisions = new Decisions(client, { ...options, ...parts });
    this.#resends = new Resends(client, options);
    this.#feedback = new FeedbackNotes(client, options);
  }

  add(notification: Notification, content: NotificationContent, idIs?: "new"): Promise<AddedNotification | undefined> {
    return this.#new.add(notification, content, idIs);
  }

  addTogether(all: readonly ToAdd[]): Promise<readonly AddedNotification[] | undefined> {
    return this.#new.addTogether(all);
  }

  async get(owner: Owner, id: string): Promise<Notification | undefined> {
    const item = await this.#items.readConsistently(stateKey({ owner, id }));
    return item && toNotification(owner, item);
  }

  findContent(owner: Owner, id: string): Promise<NotificationContent | undefined> {
    return this.#contents.find({ owner, id });
  }

  listRecent(owner: Owner, page: RecentPage): Promise<readonly Notification[]> {
    return listRecent(this.#client, { ...this.#options, owner, ...page });
  }

  async claim(owner: Owner, id: string, dueAt?: number): Promise<ClaimedNotification | undefined> {
    const fence = randomUUID();
    const item = await this.#takeFence(fence, {
      Key: stateKey({ owner, id }),
      ...this.#updateOf({ owner, id }, { event: "claimed", fence, seenDueAt: dueAt }),
      ReturnValues: "ALL_NEW",
      ReturnValuesOnConditionCheckFailure: "ALL_OLD",
    });
    return item && toClaimed(owner, item, fence);
  }

  async record(claimed: ClaimedNotification, step: Step, entry?: TimelineEntry): Promise<boolean> {
    const { fence, conversationId } = claimed;
    const isRecorded = await this.#happens(claimed, eventOf(step, fence, entry));
    // The provider's events about a chat message may be recorded before the worker's own result. A mail has no such events.
    if (conversationId === undefined) return isRecorded;
    const isOvertaken = !isRecorded && (await this.#happens(claimed, overtakenBy(step, fence, entry)));
    if (step.to !== "submitted") return isRecorded;
    // The id of the provider is written last: without it, events still find the notification by our own id.
    const reference = referenceTo(claimed, step.cloudMessageId, this.#recordTtl());
    if (reference) await this.#references.put(reference);
    return isRecorded || isOvertaken;
  }

  applyProviderEvent(reference: ProviderReference, event: ReportedEvent): Promise<AppliedEvent | undefined> {
    return this.#events.apply(reference, event);
  }

  async noteAssignmentSettled(owner: Owner, id: string): Promise<void> {
    await this.#happens({ owner, id }, { event: "assignment_settled", isAssignmentDue: false });
  }

  findByProviderReference(reference: ProviderReference): Promise<CorrelatedNotification | undefined> {
    return this.#references.find(reference);
  }

  findByMailId(mailId: string): Promise<readonly NotificationKey[]> {
    return findByMailId(this.#client, this.#options, mailId);
  }

  due(list: DueList, shard: number, limit: number): Promise<readonly NotificationKey[]> {
    return this.#due.list(list, shard, limit);
  }

  ownDue(owner: Owner, page: OwnDuePage): Promise<OwnDue> {
    return this.#due.listOwn(owner, page);
  }

  sweep(key: NotificationKey): Promise<Swept | undefined> {
    return this.#due.sweep(key);
  }

  postpone(key: NotificationKey, postponement: Postponement): Promise<boolean> {
    return this.#due.postpone(key, postponement);
  }

  listWaiting(accountId: string, limit: number): Promise<readonly WaitingNotification[]> {
    return this.#due.listWaiting(accountId, limit);
  }

  endWaiting(key: NotificationKey): Promise<void> {
    return this.#due.endWaiting(key);
  }

  cancel = (key: NotificationKey) => this.#sender.cancel(key);
  hasten = (key: NotificationKey) => this.#sender.hasten(key);
  reschedule = (key: NotificationKey, sendAt: string) => this.#sender.reschedule(key, sendAt);
  noteFeedback = (key: NotificationKey, feedback: Feedback) => this.#feedback.note(key, feedback);
  settleFeedback = (key: NotificationKey, feedback: Feedback) => this.#feedback.settle(key, feedback);
  decide = (key: NotificationKey, decision: Decision) => this.#decisions.decide(key, decision);
  listUndecided = (owner: Owner, page: UndecidedPage) =>
    listUndecided(this.#client, { ...this.#options, owner, ...page });
  noteResend = (key: NotificationKey, again: string) => this.#resends.note(key, again);
  resendsOf = (notification: Pick<Notification, "owner" | "resentAs">) => this.#resends.listOf(notification);

  async giveUp(owner: Owner, id: string, cause: string): Promise<boolean> {
    const { table } = this.#options;
    const change = changeOf({ event: "given_up", cause }, this.#moment);
    const returned = { ReturnValues: "UPDATED_NEW", ReturnValuesOnConditionCheckFailure: "ALL_OLD" } as const;
    const address = { TableName: table, Key: stateKey({ owner, id }) };
    try {
      await this.#client.send(new UpdateCommand({ ...address, ...updateOf(change, { owner, id }), ...returned }));
      return true;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      // The client repeats a request whose answer was lost. Then the condition fails on our own earlier write.
      const { lastError, updatedAt } = error.Item === undefined ? {} : unmarshall(error.Item);
      return lastError === cause && updatedAt === change.set.updatedAt;
    }
  }

  async noteCrash(key: NotificationKey, kind: string): Promise<void> {
    const note = async () => void (await this.#happens(key, { event: "crash_noted", crash: kind }));
    if ((await withinDeadline<"late" | undefined>(NOTE_TIMEOUT_MS, note, () => "late")) === "late")
      throw new Error(`the store did not take a note within ${NOTE_TIMEOUT_MS} ms`);
  }

  revive(owner: Owner, id: string, causes: readonly string[]): Promise<boolean> {
    return this.#happens({ owner, id }, { event: "redriven", causes });
  }

  /** The client repeats a request whose answer was lost. Then the condition fails on our own fencing token. */
  async #takeFence(fence: string, input: UpdateInput): Promise<Record<string, unknown> | undefined> {
    try {
      return (await this.#client.send(new UpdateCommand({ TableName: this.#options.table, ...input }))).Attributes;
    } catch (error) {
      if (!(error instanceof ConditionalCheckFailedException)) throw error;
      return error.Item?.fence?.S === fence ? unmarshall(error.Item) : undefined;
    }
  }

  /** Returns false, and writes nothing, when the lifecycle does not allow the event. */
  async #happens({ owner, id }: NotificationKey, event: LifecycleEvent): Promise<boolean> {
    const address = { TableName: this.#options.table, Key: stateKey({ owner, id }) };
    const update = new UpdateCommand({ ...address, ...this.#updateOf({ owner, id }, event) });
    return (await undefinedIfConditionFailed(this.#client.send(update))) !== undefined;
  }

  get #moment(): Moment {
    const { clock, realClock, leaseMs } = this.#options;
    return { nowMs: clock.now(), realNowMs: realClock?.now(), leaseMs };
  }

  #recordTtl = (): number => ttlAfter(this.#options.clock.now(), this.#options.recordKeptDays);

  #updateOf(key: NotificationKey, event: LifecycleEvent) {
    return updateOf(changeOf(event, this.#moment), key);
  }
}
