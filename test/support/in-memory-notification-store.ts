import type { Clock } from "../../shared/kernel/clock.ts";
import { aheadMs } from "../../shared/kernel/owners-time.ts";
import { isTestOwner } from "../../shared/kernel/test-mode.ts";
import type { CountOfDay, DailyUses } from "../../shared/keys/ports.ts";
import { acceptanceOf, firstLookOf } from "../../shared/notifications/domain/acceptance.ts";
import { decisionEvent } from "../../shared/notifications/domain/decision.ts";
import { eventOf, overtakenBy } from "../../shared/notifications/domain/delivery.ts";
import {
  byTime,
  type Feedback,
  feedbackAttribute,
  isFeedbackAttribute,
} from "../../shared/notifications/domain/feedback.ts";
import { type Change, changeOf } from "../../shared/notifications/domain/lifecycle-change.ts";
import type { LifecycleEvent } from "../../shared/notifications/domain/lifecycle-event.ts";
import {
  type ClaimedNotification,
  givenTimeMs,
  type Notification,
  type NotificationContent,
  nextAttemptOf,
  type ProviderTrace,
} from "../../shared/notifications/domain/notification.ts";
import { providerEventChange } from "../../shared/notifications/domain/provider-status.ts";
import { MAX_RESENDS, newestFirst } from "../../shared/notifications/domain/resend.ts";
import {
  type DueList,
  decideSweep,
  departureOf,
  lookAfterPostponement,
} from "../../shared/notifications/domain/sweep.ts";
import { type Unsent, unsentAfter } from "../../shared/notifications/domain/unsent.ts";
import {
  type CorrelatedNotification,
  type CountedNotificationStore,
  type NotificationKey,
  type NotificationStore,
  type ProviderReference,
  shardsIn,
} from "../../shared/notifications/ports.ts";
import { afterChange } from "./lifecycle-state.ts";

/** A notification with everything that the table keeps of it. */
export interface StoredNotification extends Omit<Notification, "provider">, ProviderTrace {
  readonly fence?: string;
  readonly leaseUntil?: number;
  readonly nextAt?: number;
  readonly dueAt?: number;
  readonly dueList?: DueList;
  /** By how many milliseconds the plan's time was ahead of real time. */
  readonly dueAhead?: number;
  readonly waitsFor?: string;
  readonly isAssignmentDue?: boolean;
  readonly eventCount?: number;
  readonly mailId?: string;
  readonly decisionId?: string;
  /** The time in epoch seconds until which the item is kept; without it, the time counts from the acceptance. */
  readonly ttl?: number;
}

export interface InMemoryNotificationStore extends NotificationStore, CountedNotificationStore, DailyUses {
  stored(key: NotificationKey): StoredNotification | undefined;
}

const PROVIDER = [
  "cloudMessageId",
  "providerMessageId",
  "sentAtMs",
  "deliveredAtMs",
  "readAtMs",
  "failedAtMs",
  "failure",
];
const HIDDEN = [
  "fence",
  "leaseUntil",
  "nextAt",
  "dueAt",
  "dueList",
  "dueAhead",
  "waitsFor",
  "isAssignmentDue",
  "eventCount",
  "decisionId",
  "ttl",
];

/** Returns the part that callers see. */
function notificationOf(stored: StoredNotification): Notification {
  const all = Object.entries(stored);
  const provider = Object.fromEntries(all.filter(([name]) => PROVIDER.includes(name)));
  const feedback = byTime(all.flatMap(([name, report]) => (isFeedbackAttribute(name) ? [report as Feedback] : [])));
  const own = Object.fromEntries(
    all.filter(([name]) => !PROVIDER.includes(name) && !HIDDEN.includes(name) && !isFeedbackAttribute(name)),
  );
  const nextAttemptAt = nextAttemptOf(stored);
  return {
    ...(own as unknown as Notification),
    ...(nextAttemptAt !== undefined && { nextAttemptAt }),
    ...(Object.keys(provider).length > 0 && { provider }),
    ...(feedback.length > 0 && { feedback }),
  };
}

/** The content is kept for one day of delivery and seven more. */
const CONTENT_KEPT_DAYS = 8;
const RECORD_KEPT_DAYS = 90;
const keyOf = ({ owner, id }: NotificationKey) => JSON.stringify([owner, id]);
/** A plan of the sweep's next look keeps by how much its time was ahead of real time. */
const planned = ({ set }: Change) => (set.dueList !== undefined && aheadMs() > 0 ? { dueAhead: aheadMs() } : {});
const shardOf = (id: string, list: DueList) => Number.parseInt(id.slice(-4), 16) % shardsIn(list);

/** Interprets the lifecycle that the DynamoDB store compiles, and passes the same contract test (test/contract/ports/notification-store.test.ts). */
export function inMemoryNotificationStore({
  clock,
  realClock = clock,
  leaseMs = 90_000,
}: {
  clock: Clock;
  /** Judges leases; by default the same clock. */
  realClock?: Clock;
  leaseMs?: number;
}): InMemoryNotificationStore {
  const items = new Map<string, StoredNotification>();
  const addedAt = new Map<string, number>();
  /** Says whether an item has not expired. Expired items stay stored, as in the table, but are not returned. */
  const isLiving = (key: NotificationKey, days: number) =>
    Math.floor(clock.now() / 1000) <= Math.floor((addedAt.get(keyOf(key)) ?? 0) / 1000) + days * 86_400;
  const living = (key: NotificationKey) => (isLiving(key, RECORD_KEPT_DAYS) ? items.get(keyOf(key)) : undefined);
  /** Maps each id, the provider's or our own, to its notification. */
  const references = new Map<string, CorrelatedNotification>();
  const refer = (reference: string, { owner, id, accountId, conversationId }: StoredNotification) => {
    if (conversationId !== undefined) references.set(reference, { owner, id, accountId, conversationId });
  };
  const find = ({ callbackId = "", cloudMessageId = "", providerMessageId = "" }: ProviderReference) => {
    const found = references.get(callbackId) ?? references.get(cloudMessageId) ?? references.get(providerMessageId);
    return found && living(found) && found;
  };
  const contents = new Map<string, NotificationContent>();
  const counts = new Map<string, { readonly day: string; readonly used: number }>();
  const unsentKinds = new Map<string, Unsent | "none">();
  const isOneOf = (one: StoredNotification, kinds: readonly (Unsent | "none")[]) =>
    kinds.includes(unsentKinds.get(keyOf(one)) ?? "none");
  const moment = () => ({ nowMs: clock.now(), realNowMs: realClock.now(), leaseMs });
  const write = (key: NotificationKey, change: Change): StoredNotification | undefined => {
    const item = items.get(keyOf(key));
    const next = item && afterChange(item, change);
    if (next !== undefined) items.set(keyOf(key), { ...next, ...planned(change) });
    const kind = next && unsentAfter(change);
    if (kind !== undefined) unsentKinds.set(keyOf(key), kind);
    return next;
  };
  /** What was planned before the last move of the owner's clock may have to leave earlier than it was planned. */
  const isDue = ({ dueAt = Number.POSITIVE_INFINITY, dueAhead = 0 }: StoredNotification) =>
    dueAt <= clock.now() || dueAhead < aheadMs();
  const happen = (key: NotificationKey, event: LifecycleEvent) => write(key, changeOf(event, moment()));
  return {
    stored: (key) => items.get(keyOf(key)),
    async add({ provider, ...notification }, content) {
      const key = keyOf(notification);
      if (!contents.has(key)) contents.set(key, content);
      const { approvalUntil = 0 } = notification;
      if (!addedAt.has(key)) addedAt.set(key, Math.max(clock.now(), givenTimeMs(notification) ?? 0, approvalUntil));
      refer(notification.id, notification);
      if (items.has(key)) return undefined;
      const change = changeOf(acceptanceOf(notification), moment());
      const set = { ...change.set, ...planned(change) };
      items.set(key, { ...set, ...notification, ...provider } as StoredNotification);
      unsentKinds.set(key, unsentAfter(change) ?? "none");
      return firstLookOf(notification, clock.now(), leaseMs);
    },
    async addTogether(all) {
      if (all.some(({ notification }) => items.has(keyOf(notification)))) return undefined;
      const added = await Promise.all(all.map((one) => this.add(one.notification, one.content)));
      return added.filter((one) => one !== undefined);
    },
    async addCounted(all, { countId, day, perDay }) {
      const there = all.filter(({ notification }) => items.has(keyOf(notification)));
      if (there.length > 0) return { kind: "there", ids: new Set(there.map(({ notification: { id } }) => id)) };
      const counted = counts.get(countId);
      const { used } = counted !== undefined && counted.day >= day ? counted : { used: 0 };
      if (perDay - used < all.length) return { kind: "full", left: Math.max(0, perDay - used) };
      counts.set(countId, {
        day: counted !== undefined && counted.day > day ? counted.day : day,
        used: used + all.length,
      });
      const added = await Promise.all(all.map((one) => this.add(one.notification, one.content)));
      return { kind: "added", added: added.filter((one) => one !== undefined) };
    },
    async usedOn(asked) {
      const usedOf = ({ countId, day }: CountOfDay) => {
        const counted = counts.get(countId);
        return counted !== undefined && counted.day >= day ? counted.used : 0;
      };
      return new Map(asked.map((count) => [count.countId, usedOf(count)]));
    },
    async get(owner, id) {
      const item = living({ owner, id });
      return item && notificationOf(item);
    },
    findContent: async (owner, id) =>
      isLiving({ owner, id }, CONTENT_KEPT_DAYS) ? contents.get(keyOf({ owner, id })) : undefined,
    async listRecent(owner, { limit, before = "~", from = "", unsent }) {
      return [...items.values()]
        .filter((one) => one.owner === owner && living(one) !== undefined && one.id < before && one.id >= from)
        .filter((one) => unsent === undefined || isOneOf(one, unsent))
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit)
        .map(notificationOf);
    },
    async claim(owner, id, seenDueAt) {
      const fence = crypto.randomUUID();
      const claimed = happen({ owner, id }, { event: "claimed", fence, seenDueAt });
      return claimed && { ...notificationOf(claimed), status: "processing", fence, attemptDueMs: claimed.nextAt };
    },
    async record(claimed: ClaimedNotification, step, entry) {
      const { fence } = claimed;
      const recorded = happen(claimed, eventOf(step, fence, entry));
      const kept = recorded ?? happen(claimed, overtakenBy(step, fence, entry));
      if (step.to !== "submitted") return recorded !== undefined;
      refer(step.cloudMessageId, claimed);
      return kept !== undefined;
    },
    async applyProviderEvent(reference, event) {
      const found = find(reference);
      const item = found && items.get(keyOf(found));
      if (found === undefined || item === undefined) return undefined;
      if (event.providerMessageId !== undefined) refer(event.providerMessageId, item);
      const change = providerEventChange(item, event, moment());
      if (change !== undefined) write(found, change);
      const trace = item.traceId === undefined ? {} : { traceId: item.traceId };
      return { ...found, isAssignmentDue: item.isAssignmentDue ?? item.cloudMessageId === undefined, ...trace };
    },
    async noteAssignmentSettled(owner, id) {
      happen({ owner, id }, { event: "assignment_settled", isAssignmentDue: false });
    },
    async findByMailId(mailId) {
      return [...items.values()].filter((one) => one.mailId === mailId).map(({ owner, id }) => ({ owner, id }));
    },
    findByProviderReference: async (reference) => find(reference),
    async due(list, shard, limit) {
      return [...items.values()]
        .filter(({ id, dueList, dueAt }) => dueList === list && dueAt !== undefined && shardOf(id, list) === shard)
        .filter(({ owner, dueAt = 0 }) => dueAt <= clock.now() && !isTestOwner(owner))
        .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
        .slice(0, limit)
        .map(({ owner, id }) => ({ owner, id }));
    },
    async ownDue(owner, { soonMs, limit, after }) {
      const untilMs = clock.now() + soonMs;
      const begin = Number(after?.first ?? 0);
      const all = [...items.values()]
        .filter(
          (item) => item.owner === owner && isTestOwner(owner) && item.dueAt !== undefined && item.dueAt <= untilMs,
        )
        .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0));
      const page = all.slice(begin, begin + limit).filter(isDue);
      const keys = page.map(({ id }) => ({ owner, id }));
      return { keys, ...(all.length > begin + limit && { next: { first: begin + limit } }) };
    },
    async sweep(key) {
      const item = living(key);
      if (item?.dueAt === undefined || !isDue(item)) return undefined;
      const leaseUntil = item.leaseUntil && item.leaseUntil + clock.now() - realClock.now();
      const seen = { ...item, leaseUntil };
      const { finding, lookAgainAt: lookAt, list, delaySeconds } = decideSweep(seen, clock.now(), leaseMs);
      // The table reads first and then writes conditionally, so another sweep may come between the two. This lets that happen here too.
      await Promise.resolve();
      const swept = happen(key, { event: "swept", seenDueAt: item.dueAt, lookAt, list });
      const { accountId, traceId } = item;
      const known = { ...(traceId !== undefined && { traceId }), ...(delaySeconds !== undefined && { delaySeconds }) };
      return swept && { finding, accountId, dueAt: lookAt, ...known };
    },
    async postpone(key, postponement) {
      const { accountId, dueAt: seenDueAt } = postponement;
      const lookAt = lookAfterPostponement(postponement, clock.now(), leaseMs);
      return happen(key, { event: "waiting", accountId, seenDueAt, lookAt }) !== undefined;
    },
    async listWaiting(accountId, limit) {
      const all = [...items.values()].filter(({ waitsFor }) => waitsFor === accountId);
      return all.slice(0, limit).map(({ owner, id }) => ({ owner, id, accountId }));
    },
    async endWaiting(key) {
      happen(key, { event: "waiting_ended" });
    },
    async noteResend(key, again) {
      const item = items.get(keyOf(key));
      if (item === undefined) return;
      const resentAs = newestFirst(new Set([...(item.resentAs ?? []), again])).slice(0, MAX_RESENDS);
      items.set(keyOf(key), { ...item, resentAs });
    },
    async resendsOf({ owner, resentAs = [] }) {
      const stored = resentAs.map((id) => living({ owner, id })).filter((item) => item !== undefined);
      return stored.map(({ id, createdAt }) => ({ id, at: createdAt }));
    },
    async noteCrash(key, crash) {
      happen(key, { event: "crash_noted", crash });
    },
    async noteFeedback(key, feedback) {
      const item = living(key);
      if (item === undefined) return undefined;
      if (happen(key, { event: "feedback_noted", feedback }) !== undefined) return { feedback, isNew: true };
      const known: unknown = Reflect.get(item, feedbackAttribute(feedback));
      return { feedback: known as Feedback, isNew: false };
    },
    async settleFeedback(key, feedback) {
      const item = items.get(keyOf(key));
      const name = feedbackAttribute(feedback);
      if (item === undefined || !(name in item)) return;
      const { suppressionDue, ...settled } = Reflect.get(item, name) as Feedback;
      if (suppressionDue !== feedback.suppressionDue) return;
      items.set(keyOf(key), { ...item, [name]: settled });
    },
    async cancel(key) {
      const canceled = happen(key, { event: "canceled" });
      const seen = canceled ?? living(key);
      return seen && { notification: notificationOf(seen), isDone: canceled !== undefined };
    },
    async decide(key, decision) {
      const seen = living(key);
      if (seen === undefined) return undefined;
      const id = crypto.randomUUID();
      const decided = happen(key, decisionEvent(decision, id, notificationOf(seen)));
      const edited = decision.approval === "approved" ? decision.edited : undefined;
      if (decided && edited) contents.set(keyOf(key), { ...edited.content, editedAtMs: clock.now() });
      const { lookAt: dueAt, delaySeconds } = departureOf(givenTimeMs(seen), clock.now(), leaseMs);
      const isReleased = decided !== undefined && decision.approval === "approved";
      const notification = notificationOf(decided ?? seen);
      return {
        notification,
        isDone: decided !== undefined,
        dueAt,
        delaySeconds: isReleased ? delaySeconds : undefined,
      };
    },
    async listUndecided(owner, { limit, after = "" }) {
      return [...items.values()]
        .filter((one) => one.owner === owner && living(one) !== undefined && one.id > after)
        .filter((one) => isOneOf(one, ["undecided"]) && (one.approvalUntil ?? 0) > clock.now())
        .sort((a, b) => (a.id < b.id ? -1 : 1))
        .slice(0, limit)
        .map(notificationOf);
    },
    async hasten(key) {
      const hastened = happen(key, { event: "hastened" });
      const seen = hastened ?? living(key);
      const dueAt = clock.now() + leaseMs;
      return seen && { notification: notificationOf(seen), isDone: hastened !== undefined, dueAt, delaySeconds: 0 };
    },
    async reschedule(key, sendAt) {
      const leavesAtMs = Date.parse(sendAt);
      const keptFrom = Math.max(clock.now(), leavesAtMs);
      const ttl = Math.floor(keptFrom / 1000) + RECORD_KEPT_DAYS * 86_400;
      const waits = living(key)?.approvalUntil !== undefined;
      const event = waits ? "moved_unapproved" : "rescheduled";
      const moved = happen(key, { event, sendAt, leavesAtMs, ttl });
      if (moved !== undefined) addedAt.set(keyOf(key), keptFrom);
      const { lookAt: dueAt, delaySeconds } = departureOf(leavesAtMs, clock.now(), leaseMs);
      const seen = moved ?? living(key);
      const isDone = moved !== undefined;
      const delay = isDone && waits ? undefined : delaySeconds;
      return seen && { notification: notificationOf(seen), isDone, dueAt, delaySeconds: delay };
    },
    giveUp: async (owner, id, cause) => happen({ owner, id }, { event: "given_up", cause }) !== undefined,
    revive: async (owner, id, causes) => happen({ owner, id }, { event: "redriven", causes }) !== undefined,
  };
}
