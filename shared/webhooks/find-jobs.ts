import type { Feed, StoredEvent } from "../events/ports.ts";
import type { WebhookReplay } from "./domain/replay.ts";
import type { Webhook } from "./domain/webhook.ts";
import type { WebhookDelivery } from "./domain/webhook-delivery.ts";
import type { WebhookLog } from "./ports.ts";
import type { Job } from "./try-event.ts";

export interface FindJobsDeps {
  readonly webhookLog: Pick<WebhookLog, "due" | "tried" | "last">;
  readonly feed: Pick<Feed, "read" | "at">;
}

/** The next jobs from the feed or from a replay, in the order of their positions. */
export interface Stretch {
  readonly jobs: readonly Job[];
  /** The position up to which all events are done once these jobs are done. */
  readonly end: number;
}

/** A search for jobs after the position `after`. */
export interface JobSearch {
  readonly after: number;
  /** The most jobs to find: at most 100, because one read of the log (`tried`) takes 100 events. */
  readonly limit: number;
}

const typesOf = ({ eventTypes }: Webhook): ReadonlySet<string> | undefined =>
  eventTypes.length === 0 ? undefined : new Set(eventTypes);

const jobOf = ({ position, event }: StoredEvent, attempt: number): Job => ({
  eventId: event.id,
  type: event.type,
  position,
  event,
  attempt,
});

/** Returns the pending tries that are due at this time. */
export async function dueJobs(
  { webhookLog, feed }: FindJobsDeps,
  webhook: Webhook,
  { nowMs, limit }: { readonly nowMs: number; readonly limit: number },
): Promise<Job[]> {
  const due = await webhookLog.due(webhook.id, nowMs, limit);
  return Promise.all(
    due.deliveries.map(async ({ eventId, type, position, attempt, atMs }: WebhookDelivery) => {
      const kept = await feed.at(webhook.owner, position);
      return { eventId, type, position, attempt, pendingAtMs: atMs, event: kept?.event };
    }),
  );
}

/** Returns jobs for the events that have no try in the log. Some have one: a process died, or a change was announced twice. */
export async function newJobs(
  { webhookLog, feed }: FindJobsDeps,
  webhook: Webhook,
  search: JobSearch,
): Promise<Stretch> {
  const { events, next } = await feed.read(webhook.owner, { ...search, types: typesOf(webhook) });
  const tried = await webhookLog.tried(
    webhook.id,
    events.map(({ event }) => event.id),
  );
  const fresh = new Map(events.map((one) => [one.event.id, one]));
  for (const id of tried) fresh.delete(id);
  return { jobs: [...fresh.values()].map((one) => jobOf(one, 1)), end: next };
}

/** Returns jobs for the events of a replay, without those that were sent since the replay was requested. */
export async function replayJobs(
  { webhookLog, feed }: FindJobsDeps,
  webhook: Webhook,
  { position, until, requestedAtMs }: WebhookReplay,
  limit: number,
): Promise<Stretch> {
  const query = { after: position, limit, types: typesOf(webhook) };
  const { events, next } = await feed.read(webhook.owner, query);
  const jobs = await Promise.all(
    events
      .filter((one) => one.position <= until)
      .map(async (one) => {
        const last = await webhookLog.last(webhook.id, one.event.id);
        if (last !== undefined && last.atMs >= requestedAtMs) return [];
        const { attempt = 0, pendingAtMs } = last ?? {};
        return [{ ...jobOf(one, attempt + 1), ...(pendingAtMs !== undefined && { pendingAtMs }) }];
      }),
  );
  // When the next page would begin at the same position, the feed has no more events, and the replay is done.
  return { jobs: jobs.flat(), end: next > position ? Math.min(next, until) : until };
}
