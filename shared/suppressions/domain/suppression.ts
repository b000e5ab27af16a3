import type { Owner } from "../../kernel/owner.ts";
import { CAUSES } from "../../notifications/domain/causes.ts";
import type { RecipientChannel } from "./recipient.ts";

export const REASONS = ["bounce", "complaint", "unsubscribe", "manual"] as const;
export type Reason = (typeof REASONS)[number];

/** Only these reasons may be limited to a topic (D45c). */
export const REASONS_WITH_TOPIC: ReadonlySet<Reason> = new Set(["unsubscribe", "manual"]);

/**
 * A recipient has at most this many suppressions with a topic. One item holds what all of them are judged by; it has room for more than three
 * times as many.
 */
export const MOST_WITH_TOPIC = 500;

/** The part of a suppression that a send is judged by. */
export interface Standing {
  readonly id: string;
  readonly reason: Reason;
  /** A suppression with a topic concerns only sends of that topic. */
  readonly topic?: string | undefined;
  /** RFC 3339 in UTC. */
  readonly createdAt: string;
}

/** While it stands, its owner sends nothing to the recipient (D45). */
export interface Suppression extends Standing {
  readonly owner: Owner;
  readonly channel: RecipientChannel;
  /** The address or number as it was given. */
  readonly recipient: string;
  /** The mail that led to the suppression has this id. */
  readonly notificationId?: string | undefined;
  /** The words of the server that refused or returned the mail. */
  readonly response?: string | undefined;
}

/** Returns the suppression that keeps a send of this topic from its recipient: the earliest without a topic, or else the earliest (D45c). */
export function holding(standing: readonly Standing[], topic?: string): Standing | undefined {
  const concerned = standing.filter((one) => one.topic === undefined || one.topic === topic);
  const [first] = concerned.toSorted((a, b) => rank(a) - rank(b) || byAge(a, b));
  return first;
}

const rank = ({ topic }: Standing): number => (topic === undefined ? 0 : 1);
const byAge = (a: Standing, b: Standing): number => {
  if (a.createdAt !== b.createdAt) return a.createdAt < b.createdAt ? -1 : 1;
  return a.id < b.id ? -1 : 1;
};

/** A send that waits no longer than this many milliseconds for its turn is judged only once, in the request that reads its content. */
const JUDGED_FOR_MS = 100;

/** True when a send must be judged again, because it has waited since it was judged. */
export const isOutdated = (judgedAtMs: number, nowMs: number): boolean => nowMs - judgedAtMs > JUDGED_FOR_MS;

const DAY_CHARACTERS = "2026-11-22".length;

/** Makes the last error of a notification whose recipient is left out (D45). */
export const suppressedCause = ({ reason, createdAt }: Standing): string =>
  `${CAUSES.recipient_suppressed}: ${reason} on ${createdAt.slice(0, DAY_CHARACTERS)}`;
