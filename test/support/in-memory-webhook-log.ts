import type { WebhookDelivery } from "../../shared/webhooks/domain/webhook-delivery.ts";
import type { WebhookLog } from "../../shared/webhooks/ports.ts";

const KEPT_MS = 30 * 86_400_000;
/** The number of events that one call of an erasure removes. */
const PART = 10;

interface Tries {
  readonly made: Map<number, WebhookDelivery>;
  pending?: WebhookDelivery | undefined;
}

/** A double in memory that passes the same contract test as the DynamoDB log (test/contract/ports/webhook-log.test.ts). */
export function inMemoryWebhookLog(clock: { now(): number }): WebhookLog {
  const logs = new Map<string, Map<string, Tries>>();
  const of = (webhookId: string): Map<string, Tries> => {
    const log = logs.get(webhookId) ?? new Map<string, Tries>();
    logs.set(webhookId, log);
    return log;
  };
  const isKept = ({ atMs }: WebhookDelivery): boolean => atMs + KEPT_MS >= clock.now();
  const lastOf = (tries: Tries | undefined): WebhookDelivery | undefined => {
    const made = [...(tries?.made.values() ?? [])].filter(isKept);
    return made.toSorted((one, other) => other.attempt - one.attempt)[0];
  };
  return {
    async note(webhookId, { made, next, pendingAtMs }) {
      const log = of(webhookId);
      const tries: Tries = log.get(made.eventId) ?? { made: new Map() };
      log.set(made.eventId, tries);
      if (tries.pending?.atMs === pendingAtMs) tries.pending = undefined;
      if (tries.made.has(made.attempt)) return;
      tries.made.set(made.attempt, { ...made });
      if (next) tries.pending = { ...next };
    },
    async due(webhookId, nowMs, limit) {
      const all = [...of(webhookId).values()].flatMap(({ pending }) => pending ?? []);
      const pending = all.toSorted((one, other) => one.atMs - other.atMs);
      const deliveries = pending.filter(({ atMs }) => atMs <= nowMs).slice(0, limit);
      const next = pending[deliveries.length];
      return { deliveries, ...(next && { nextDueMs: next.atMs }) };
    },
    tried: async (webhookId, eventIds) =>
      new Set(eventIds.filter((eventId) => of(webhookId).get(eventId)?.made.has(1))),
    async last(webhookId, eventId) {
      const tries = of(webhookId).get(eventId);
      const last = lastOf(tries);
      const pendingAtMs = tries?.pending?.atMs;
      return last && { attempt: last.attempt, atMs: last.atMs, ...(pendingAtMs !== undefined && { pendingAtMs }) };
    },
    async retry(webhookId, eventId, nowMs) {
      const tries = of(webhookId).get(eventId);
      const last = lastOf(tries);
      if (!(tries && last)) return false;
      if (tries.pending && tries.pending.atMs <= nowMs) return true;
      const { type, position, attempt } = last;
      tries.pending = { eventId, type, position, attempt: attempt + 1, status: "pending", atMs: nowMs };
      return true;
    },
    async erase(webhookId) {
      const log = of(webhookId);
      // `PART` is small, so that the log of a test needs more than one call.
      for (const eventId of [...log.keys()].slice(0, PART)) log.delete(eventId);
      return log.size > 0;
    },
    async list(webhookId, { status, limit, from = "0" }) {
      const all = [...of(webhookId).values()].flatMap(({ made, pending }) => [
        ...made.values(),
        ...(pending ? [pending] : []),
      ]);
      const asked = all.filter((one) => isKept(one) && (status === undefined || one.status === status));
      const sorted = asked.toSorted((one, other) => other.atMs - one.atMs);
      const first = Number(from);
      const isLast = first + limit >= sorted.length;
      return { deliveries: sorted.slice(first, first + limit), ...(!isLast && { next: String(first + limit) }) };
    },
  };
}
