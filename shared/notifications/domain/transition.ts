import type { Attribute, Guard, ValueName } from "./lifecycle-guards.ts";
import { STATUSES, type Status } from "./notification.ts";

/** The effect of one event on a notification. */
export interface Transition {
  /** A line of docs/lifecycle.md. */
  readonly means: string;
  readonly rules?: string;
  /** The statuses in which it may happen, each with what else has to hold; in any other case it changes nothing. */
  readonly from: Readonly<Partial<Record<Status, readonly Guard[]>>>;
  /** Absent: the status stays, and so does `updatedAt`. */
  readonly to?: Status;
  /** A value that the event does not know leaves its attribute as it is. */
  readonly set?: Readonly<Partial<Record<Attribute, ValueName>>>;
  /** Except what is set. */
  readonly remove?: readonly Attribute[];
  readonly attempts?: "one more" | "one taken back" | "back to 0";
  /** The timeline gets an entry, when the event brings one. */
  readonly addsEntry?: boolean;
}

export const everywhere = (...guards: readonly Guard[]): Transition["from"] =>
  Object.fromEntries(STATUSES.map((status) => [status, guards]));

/** Gone once an attempt is over, whatever its result. */
export const LEASE = ["leaseUntil", "fence"] as const satisfies readonly Attribute[];
/** Gone once there is nothing left for the sweep to find. */
export const DUE = ["nextAt", "dueAt", "dueList", "waitsFor"] as const satisfies readonly Attribute[];
