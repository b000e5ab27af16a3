import { type Explanations, isOfFailure, statusesOf } from "./explanation/explain.ts";
import { type ChannelName, type Notification, STATUSES, type Status } from "./notification.ts";
import type { Unsent } from "./unsent.ts";

/** D46a. What is undefined filters nothing. */
export interface NotificationFilter {
  readonly status?: Status | undefined;
  /** One of them. */
  readonly statuses?: readonly Status[] | undefined;
  readonly accountId?: string | undefined;
  readonly templateId?: string | undefined;
  /** Why it is as it is: the code of its explanation. */
  readonly reason?: string | undefined;
  /** As `termsIn`; all of them are found. */
  readonly terms?: readonly string[] | undefined;
  readonly channel?: ChannelName | undefined;
  /** Its recipient, not a copy's; compared without regard to case. */
  readonly recipient?: string | undefined;
  /** D44: it has all of these pairs. */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** Accepted at this time or later, in epoch milliseconds. */
  readonly sinceMs?: number | undefined;
  /** Accepted before this time, in epoch milliseconds. */
  readonly untilMs?: number | undefined;
}

/** An id is made before its notification is accepted: a request that is repeated after a crash may come so much later. */
const ID_IS_OLDER_MS = 600_000;

export interface Judging extends Pick<Explanations, "explain"> {
  /** Without a `known` recipient, one that has none yet is still in question. */
  readonly recipientIs?: "known" | undefined;
}

export function isListed(
  notification: Notification,
  filter: NotificationFilter,
  { explain, recipientIs }: Judging,
): boolean {
  const { status, channel, recipient, createdAt, metadata, accountId, templateId } = notification;
  const createdAtMs = Date.parse(createdAt);
  return (
    (filter.status ?? status) === status &&
    (filter.statuses?.includes(status) ?? true) &&
    (filter.channel ?? channel) === channel &&
    (filter.accountId ?? accountId) === accountId &&
    (filter.templateId ?? templateId) === templateId &&
    hasPairs(metadata, filter.metadata) &&
    createdAtMs >= (filter.sinceMs ?? Number.NEGATIVE_INFINITY) &&
    createdAtMs < (filter.untilMs ?? Number.POSITIVE_INFINITY) &&
    (filter.recipient === undefined || isFor(recipient, filter.recipient, recipientIs)) &&
    hasReason(notification, filter.reason, explain) &&
    hasTerms(notification, filter.terms ?? [], recipientIs)
  );
}

const MAX_TERMS = 10;

/** A search text in its parts, all of which are to be found, in any case. */
export const termsIn = (text: string): readonly string[] =>
  text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_TERMS);

/** Each is a part of its recipient, its title or a value of its metadata, or its id. */
function hasTerms(
  { id, recipient, title = "", metadata = {} }: Notification,
  terms: readonly string[],
  recipientIs: "known" | undefined,
): boolean {
  if (terms.length === 0) return true;
  const texts = [recipient ?? "", title, ...Object.values(metadata)].map((text) => text.toLowerCase());
  const isOpen = recipient === undefined && recipientIs !== "known";
  return terms.every((term) => isOpen || id === term || texts.some((text) => text.includes(term)));
}

const hasReason = (notification: Notification, reason: string | undefined, explain: Judging["explain"]): boolean =>
  reason === undefined || explain(notification).code === reason;

const hasPairs = (pairs: NotificationFilter["metadata"] = {}, asked: NotificationFilter["metadata"] = {}): boolean =>
  Object.entries(asked).every(([name, value]) => Object.hasOwn(pairs, name) && pairs[name] === value);

const isFor = (recipient: string | undefined, asked: string, recipientIs: "known" | undefined): boolean =>
  recipient === undefined ? recipientIs !== "known" : recipient.toLowerCase() === asked.toLowerCase();

/** Ids sort by the time at which they were made (D7): none of a notification in question is this one or newer. */
export function newestId({ untilMs }: NotificationFilter, before: string | undefined): string | undefined {
  const end = untilMs === undefined ? undefined : idsFrom(untilMs);
  if (before === undefined || end === undefined) return before ?? end;
  return before < end ? before : end;
}

/** None of a notification in question is older than this one. */
export const oldestId = ({ sinceMs }: Pick<NotificationFilter, "sinceMs">): string | undefined =>
  sinceMs === undefined ? undefined : idsFrom(sinceMs - ID_IS_OLDER_MS);

/**
 * The kinds of what is unsent that all in question are of; none where no notification can be. Undefined where others are in question
 * too: those are in no list of their own.
 */
export function unsentIn({ status, statuses, reason }: NotificationFilter): readonly Unsent[] | undefined {
  const possible = reason === undefined ? STATUSES : statusesOf(reason);
  const asked = possible.filter((one) => (status ?? one) === one && (statuses?.includes(one) ?? true));
  const kinds = asked.map((one): Unsent | undefined => {
    if (one === "failed" || one === "canceled") return one;
    return one === "pending" && reason !== undefined && isOfFailure(reason) ? "retrying" : undefined;
  });
  const known = kinds.filter((one) => one !== undefined);
  return known.length < kinds.length ? undefined : known;
}

/** Whether a list has to be looked through for what is in question: no key tells it. */
export function isLookedThrough(filter: NotificationFilter): boolean {
  const { sinceMs: _since, untilMs: _until, status, statuses, terms = [], metadata = {}, ...rest } = filter;
  const isStatusLookedFor = (status ?? statuses) !== undefined && unsentIn(filter) === undefined;
  const isTextLookedFor = terms.length > 0 || Object.keys(metadata).length > 0;
  return isStatusLookedFor || isTextLookedFor || Object.values(rest).some((one) => one !== undefined);
}

/** The beginning of the ids of a millisecond (RFC 9562 section 5.7). */
function idsFrom(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
