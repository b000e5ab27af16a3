import type { Guard, NamedAttribute, ValueName } from "./lifecycle-guards.ts";
import { STATUSES, type Status } from "./notification.ts";

/** A transition is the effect of one event on a notification. */
export interface Transition {
  /** This line is printed in docs/lifecycle.md. */
  readonly means: string;
  readonly rules?: string;
  /** The event may happen in these statuses, each with its guards; in any other case nothing changes. */
  readonly from: Readonly<Partial<Record<Status, readonly Guard[]>>>;
  /** The new status; without one, the status and `updatedAt` stay. */
  readonly to?: Status;
  /** A value that the event does not have leaves its attribute unchanged. */
  readonly set?: Readonly<Partial<Record<NamedAttribute, ValueName>>>;
  /** An attribute that is also set is not removed. */
  readonly remove?: readonly NamedAttribute[];
  readonly attempts?: "one more" | "one taken back" | "back to 0";
  /** The timeline gets an entry when the event brings one. */
  readonly addsEntry?: boolean;
}

export const everywhere = (...guards: readonly Guard[]): Transition["from"] =>
  Object.fromEntries(STATUSES.map((status) => [status, guards]));

/** The attributes that are removed when an attempt is over, whatever its result. */
export const LEASE = ["leaseUntil", "fence"] as const satisfies readonly NamedAttribute[];
/** The attributes that are removed when the sweep need not look at the notification any more. */
export const DUE = ["nextAt", "dueAt", "dueList", "waitsFor"] as const satisfies readonly NamedAttribute[];
