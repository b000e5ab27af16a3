import { type Explanations, isOfFailure, statusesOf } from "./explanation/explain.ts";
import { type ChannelName, type Notification, STATUSES, type Status } from "./notification.ts";
import type { Unsent } from "./unsent.ts";

/** An undefined field filters nothing (D46a). */
export interface NotificationFilter {
  readonly status?: Status | undefined;
  /** The status of the notification must be one of these. */
  readonly statuses?: readonly Status[] | undefined;
  readonly accountId?: string | undefined;
  readonly templateId?: string | undefined;
  /** The notification must be explained by this code. */
  readonly reason?: string | undefined;
  /** All of these search terms (`termsIn`) must be found. */
  readonly terms?: readonly string[] | undefined;
  readonly channel?: ChannelName | undefined;
  /** Only the first recipient is compared, without regard to case; copies are not. */
  readonly recipient?: string | undefined;
  /** The notification must have all of these metadata, each with this name and value (D44). */
  readonly metadata?: Readonly<Record<string, string>> | undefined;
  /** The notification was accepted at this epoch millisecond or later. */
  readonly sinceMs?: number | undefined;
  /** The notification was accepted before this epoch millisecond. */
  readonly untilMs?: number | undefined;
}

/** A repeated request after a crash keeps its id, so the id may be this much older than the acceptance. */
const ID_IS_OLDER_MS = 600_000;

export interface Judging extends Pick<Explanations, "explain"> {
  /** Undefined while an older notification's recipient is not read yet; then a filter by recipient lets that notification pass. */
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

/** Splits a search text into terms. All of them must be found, in upper or lower case. */
export const termsIn = (text: string): readonly string[] =>
  text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, MAX_TERMS);

/** Each term must be part of the recipient, the title or a value of the metadata, or be the whole id. */
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

/** The exclusive upper bound of a search: ids sort by time (D7), and every match has a smaller id. */
export function newestId({ untilMs }: NotificationFilter, before: string | undefined): string | undefined {
  const end = untilMs === undefined ? undefined : idsFrom(untilMs);
  if (before === undefined || end === undefined) return before ?? end;
  return before < end ? before : end;
}

/** No match is older than this id. */
export const oldestId = ({ sinceMs }: Pick<NotificationFilter, "sinceMs">): string | undefined =>
  sinceMs === undefined ? undefined : idsFrom(sinceMs - ID_IS_OLDER_MS);

/** Returns the lists of unsent notifications that contain every match; undefined when a notification outside these lists may match. */
export function unsentIn({ status, statuses, reason }: NotificationFilter): readonly Unsent[] | undefined {
  const possible = reason === undefined ? STATUSES : statusesOf(reason);
  const asked = possible.filter((one) => (status ?? one) === one && (statuses?.includes(one) ?? true));
  const kinds = asked.map((one): Unsent | undefined => {
    if (one === "failed" || one === "canceled") return one;
    if (one !== "pending" || reason === undefined) return undefined;
    if (reason === "waiting_for_approval") return "undecided";
    return isOfFailure(reason) ? "retrying" : undefined;
  });
  const known = kinds.filter((one) => one !== undefined);
  return known.length < kinds.length ? undefined : known;
}

/** `isLookedThrough` is true when no key finds the matches, so that the list must be looked through. */
export function isLookedThrough(filter: NotificationFilter): boolean {
  const { sinceMs: _since, untilMs: _until, status, statuses, terms = [], metadata = {}, ...rest } = filter;
  const isStatusLookedFor = (status ?? statuses) !== undefined && unsentIn(filter) === undefined;
  const isTextLookedFor = terms.length > 0 || Object.keys(metadata).length > 0;
  return isStatusLookedFor || isTextLookedFor || Object.values(rest).some((one) => one !== undefined);
}

/** Returns the text with which all ids of a millisecond begin (RFC 9562 section 5.7). */
function idsFrom(ms: number): string {
  const hex = Math.max(0, Math.floor(ms)).toString(16).padStart(12, "0");
  return `${hex.slice(0, 8)}-${hex.slice(8)}`;
}
