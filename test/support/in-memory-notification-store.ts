import type { Clock } from "../../shared/kernel/clock.ts";
import { MAX_HISTORY_ENTRIES } from "../../shared/notifications/domain/history.ts";
import type {
  ClaimedNotification,
  Notification,
  NotificationContent,
} from "../../shared/notifications/domain/notification.ts";
import { afterProviderEvent } from "../../shared/notifications/domain/provider-status.ts";
import {
  type DueList,
  decideSweep,
  isLookedAtInTime,
  lookAfterPostponement,
} from "../../shared/notifications/domain/sweep.ts";
import {
  type CorrelatedNotification,
  type NotificationStore,
  type ProviderReference,
  shardsIn,
} from "../../shared/notifications/ports/notification-store.ts";

interface Row {
  notification: Notification;
  nextAt: number | undefined;
  dueAt: number | undefined;
  list: DueList;
  leaseUntil?: number | undefined;
  fence?: string | undefined;
  isHoldDue?: boolean | undefined;
}

const EARLY_ARRIVAL_MS = 1000;
const keyOf = (owner: string, id: string) => JSON.stringify([owner, id]);
const shardOf = (id: string, list: DueList) => Number.parseInt(id.slice(-4), 16) % shardsIn(list);

/** Passes test/contract/ports/notification-store.test.ts beside the DynamoDB store. */
export function inMemoryNotificationStore({
  clock,
  leaseMs = 90_000,
}: {
  clock: Clock;
  leaseMs?: number;
}): NotificationStore {
  const rows = new Map<string, Row>();
  /** By any id of the provider or our own. */
  const references = new Map<string, CorrelatedNotification>();
  const refer = (reference: string, { owner, id, accountId, conversationId }: Notification) => {
    if (conversationId !== undefined) references.set(reference, { owner, id, accountId, conversationId });
  };
  const find = ({ callbackId = "", cloudMessageId = "", providerMessageId = "" }: ProviderReference) =>
    references.get(callbackId) ?? references.get(cloudMessageId) ?? references.get(providerMessageId);
  const contents = new Map<string, NotificationContent>();
  const now = () => clock.now();
  const at = () => new Date(now()).toISOString();
  const isAbandoned = (row: Row) => row.notification.status === "processing" && (row.leaseUntil ?? 0) < now();
  const isDue = (row: Row) => row.notification.status === "pending" && (row.nextAt ?? 0) <= now() + EARLY_ARRIVAL_MS;
  const end = (row: Row, notification: Notification) => {
    Object.assign(row, { notification, nextAt: undefined, dueAt: undefined, leaseUntil: undefined, fence: undefined });
  };
  return {
    async add(notification, content) {
      const key = keyOf(notification.owner, notification.id);
      if (!contents.has(key)) contents.set(key, content);
      refer(notification.id, notification);
      if (rows.has(key)) return undefined;
      const dueAt = now() + leaseMs;
      rows.set(key, { notification, nextAt: now(), dueAt, list: "fresh" });
      return dueAt;
    },
    async get(owner, id) {
      return rows.get(keyOf(owner, id))?.notification;
    },
    async content(owner, id) {
      const content = contents.get(keyOf(owner, id));
      if (content === undefined) throw new Error("no such content");
      return content;
    },
    async claim(owner, id, dueAt) {
      const row = rows.get(keyOf(owner, id));
      if (row === undefined || row.notification.attempts >= row.notification.maxAttempts) return undefined;
      if (!isDue(row) && !isAbandoned(row)) return undefined;
      const { attempts } = row.notification;
      const claimed = { ...row.notification, status: "processing", attempts: attempts + 1, updatedAt: at() } as const;
      const fence = crypto.randomUUID();
      Object.assign(row, { notification: claimed, leaseUntil: now() + leaseMs, fence });
      if (!isLookedAtInTime(dueAt, now(), leaseMs)) Object.assign(row, { dueAt: now() + leaseMs + 1, list: "leased" });
      return { ...claimed, fence };
    },
    async revive(owner, id, causes) {
      const row = rows.get(keyOf(owner, id));
      if (row?.notification.status !== "failed" || !causes.includes(row.notification.lastError ?? "")) return false;
      if (row.notification.provider?.sentAtMs !== undefined) return false;
      const { history: _history, lastCrash: _crash, ...rest } = row.notification;
      row.notification = { ...rest, status: "pending", attempts: 0, updatedAt: at() };
      Object.assign(row, { nextAt: now(), dueAt: now() + leaseMs, list: "fresh" });
      return true;
    },
    findContent: async (owner, id) => contents.get(keyOf(owner, id)),
    async listRecent(owner, { limit, before }) {
      return [...rows.values()]
        .map((row) => row.notification)
        .filter((one) => one.owner === owner && (before === undefined || one.id < before))
        .sort((a, b) => (a.id < b.id ? 1 : -1))
        .slice(0, limit);
    },
    async record(claimed: ClaimedNotification, step, entry) {
      const row = rows.get(keyOf(claimed.owner, claimed.id));
      if (row === undefined || row.fence !== claimed.fence) return false;
      const { lastError, recipients, ...rest } = row.notification;
      const history = entry ? { history: [...(rest.history ?? []), entry].slice(0, MAX_HISTORY_ENTRIES) } : {};
      const provider =
        step.to === "submitted" ? { provider: { ...rest.provider, cloudMessageId: step.cloudMessageId } } : {};
      if (step.to === "submitted") {
        refer(step.cloudMessageId, claimed);
        row.isHoldDue = step.isHoldDue ?? row.isHoldDue;
      }
      if (rest.status !== "processing") {
        // An event was faster: the state stays where it is.
        row.notification = { ...row.notification, ...history, ...provider };
        Object.assign(row, { leaseUntil: undefined, fence: undefined });
        return step.to === "submitted";
      }
      const next = { ...rest, ...history, ...provider, status: step.to, updatedAt: at() };
      if (step.to === "sent") end(row, { ...next, ...(step.recipients && { recipients: step.recipients }) });
      else if (step.to === "submitted") end(row, { ...next, lastError, recipients });
      else if (step.to === "pending" && step.isPostponed)
        end(row, { ...next, lastError: step.lastError ?? lastError, recipients, attempts: rest.attempts - 1 });
      else end(row, { ...next, lastError: step.lastError, recipients: step.recipients ?? recipients });
      if (step.to === "pending") {
        const nextAt = now() + Math.round(step.retryInSeconds * 1000);
        Object.assign(row, { nextAt, dueAt: nextAt + leaseMs, list: "fresh" });
      }
      return true;
    },
    async applyProviderEvent(reference, news) {
      const found = find(reference);
      const row = found && rows.get(keyOf(found.owner, found.id));
      if (found === undefined || row === undefined) return undefined;
      const { status, provider = {}, lastError, ...rest } = row.notification;
      const { status: to, ...marks } = afterProviderEvent({ status, ...provider }, news);
      const { providerMessageId = marks.providerMessageId } = news;
      if (providerMessageId !== undefined) refer(providerMessageId, row.notification);
      const cause = to === "failed" && to !== status ? (marks.failure ?? lastError) : lastError;
      const trace = { ...marks, ...(providerMessageId !== undefined && { providerMessageId }) };
      row.notification = {
        ...{ ...rest, status: to },
        ...(to !== "sent" && cause !== undefined && { lastError: cause }),
        ...(Object.keys(trace).length > 0 && { provider: trace }),
        ...(to !== status && { updatedAt: at() }),
      };
      if (to !== status) Object.assign(row, { nextAt: undefined, dueAt: undefined });
      return { ...found, isHoldDue: row.isHoldDue ?? provider.cloudMessageId === undefined };
    },
    async noteHoldSettled(owner, id) {
      const row = rows.get(keyOf(owner, id));
      if (row !== undefined) row.isHoldDue = false;
    },
    findByProviderReference: async (reference) => find(reference),
    async due(list, shard, limit) {
      return [...rows.values()]
        .filter((row) => row.list === list && shardOf(row.notification.id, list) === shard)
        .filter(({ dueAt }) => dueAt !== undefined && dueAt <= now())
        .sort((a, b) => (a.dueAt ?? 0) - (b.dueAt ?? 0))
        .slice(0, limit)
        .map(({ notification: { owner, id } }) => ({ owner, id }));
    },
    async sweep({ owner, id }) {
      const row = rows.get(keyOf(owner, id));
      const seen = row?.dueAt;
      if (row === undefined || seen === undefined || seen > now()) return undefined;
      const decision = decideSweep(
        { ...row.notification, nextAt: row.nextAt, leaseUntil: row.leaseUntil },
        now(),
        leaseMs,
      );
      // A read, then a conditional write: another sweep may come between the two, as with the table.
      await Promise.resolve();
      if (row.dueAt !== seen) return undefined;
      Object.assign(row, { dueAt: decision.lookAgainAt, list: decision.list });
      return { finding: decision.finding, accountId: row.notification.accountId, dueAt: decision.lookAgainAt };
    },
    async postpone({ owner, id }, postponement) {
      const { dueAt } = postponement;
      const next = lookAfterPostponement(postponement, now(), leaseMs);
      if (next === undefined) return dueAt;
      const row = rows.get(keyOf(owner, id));
      if (row?.notification.status !== "pending" || (dueAt !== undefined && row.dueAt !== dueAt)) return undefined;
      Object.assign(row, { dueAt: next, list: "fresh" });
      return next;
    },
    async noteCrash({ owner, id }, lastCrash) {
      const row = rows.get(keyOf(owner, id));
      const isOpen = row?.notification.status === "pending" || row?.notification.status === "processing";
      if (row && isOpen) row.notification = { ...row.notification, lastCrash };
    },
    async giveUp(owner, id, cause) {
      const row = rows.get(keyOf(owner, id));
      if (row === undefined || (row.notification.status !== "pending" && !isAbandoned(row))) return false;
      end(row, { ...row.notification, status: "failed", lastError: cause, updatedAt: at() });
      return true;
    },
  };
}
