import type { ProviderTrace } from "../domain/notification.ts";
import type { ProviderMarks } from "../domain/provider-marks.ts";
import { afterProviderEvent, type TrackedDelivery } from "../domain/provider-status.ts";
import type { ProviderNews } from "../ports/notification-store.ts";
import { DUE } from "./notification-update.ts";

/** What of an item an event is applied to. */
export interface EventTarget extends TrackedDelivery, ProviderTrace {
  /** Of events applied before: two at the same moment must not both build on the same record. */
  readonly eventCount?: number | undefined;
}

const MARKS = [
  "sentAtMs",
  "deliveredAtMs",
  "readAtMs",
  "failedAtMs",
  "failure",
] as const satisfies readonly (keyof ProviderMarks)[];

/** What the event changes; undefined when it tells nothing new. */
function changesOf(seen: EventTarget, news: ProviderNews, nowMs: number): Record<string, unknown> | undefined {
  const next = afterProviderEvent(seen, news);
  const marks = MARKS.filter((name) => next[name] !== seen[name]).map((name) => [name, next[name]] as const);
  const learned = news.providerMessageId === undefined ? {} : { providerMessageId: news.providerMessageId };
  const isKnown = news.providerMessageId === undefined || seen.providerMessageId === news.providerMessageId;
  const isMoved = next.status !== seen.status;
  if (marks.length === 0 && isKnown && !isMoved) return undefined;
  const moved = isMoved ? { status: next.status, updatedAt: new Date(nowMs).toISOString() } : {};
  const cause = isMoved && next.status === "failed" && next.failure !== undefined ? { lastError: next.failure } : {};
  return { ...Object.fromEntries(marks), ...learned, ...moved, ...cause };
}

/** One conditional write on what was read; the lease of a worker that is still sending stays its own. Undefined when there is nothing to write. */
export function providerEventUpdate(seen: EventTarget, news: ProviderNews, nowMs: number) {
  const changes = changesOf(seen, news, nowMs);
  if (changes === undefined) return undefined;
  const values = Object.entries({ ...changes, eventCount: (seen.eventCount ?? 0) + 1 });
  // Where it has moved to, nobody has to look after it any more.
  const remove = changes.status === undefined ? [] : [...DUE, ...(changes.status === "sent" ? ["lastError"] : [])];
  const isAsSeen = seen.eventCount === undefined ? "attribute_not_exists(eventCount)" : "eventCount = :seenCount";
  return {
    UpdateExpression: `SET ${values.map(([name]) => `#${name} = :${name}`).join(", ")}${remove.length > 0 ? ` REMOVE ${remove.join(", ")}` : ""}`,
    ConditionExpression: `#status = :seenStatus AND ${isAsSeen}`,
    ExpressionAttributeNames: {
      "#status": "status",
      ...Object.fromEntries(values.map(([name]) => [`#${name}`, name])),
    },
    ExpressionAttributeValues: {
      ":seenStatus": seen.status,
      ...(seen.eventCount === undefined ? {} : { ":seenCount": seen.eventCount }),
      ...Object.fromEntries(values.map(([name, value]) => [`:${name}`, value])),
    },
    ReturnValues: "UPDATED_NEW" as const,
  };
}
