import { type FeedbackAttribute, feedbackAttribute } from "./feedback.ts";
import { type Transition, transitionOf } from "./lifecycle.ts";
import type { LifecycleEvent } from "./lifecycle-event.ts";
import {
  type Attribute,
  type Comparison,
  comparisonsOf,
  type NamedAttribute,
  OF_FEEDBACK,
  type ValueName,
} from "./lifecycle-guards.ts";
import { STATUSES, type Status, type TimelineEntry } from "./notification.ts";
import { departureOf, firstLookAt, isLookedAtInTime } from "./sweep.ts";

/** A delayed queue message may arrive this many milliseconds before its time, and its notification can still be claimed. */
export const EARLY_ARRIVAL_MS = 1000;

export interface Moment {
  readonly nowMs: number;
  readonly leaseMs: number;
  /** Real time, by which leases are judged; by default `nowMs`. */
  readonly realNowMs?: number | undefined;
}

/** A condition is a `Comparison` in which the name of the value is replaced by the value itself. */
export interface Condition extends Pick<Comparison, "other"> {
  readonly attribute: Attribute;
  readonly is: "=" | "<" | "<=" | ">" | "in" | "absent" | "present";
  readonly value?: unknown;
}

/** A case holds when the status is one of these and all conditions hold. */
export interface Case {
  readonly statuses: readonly Status[];
  readonly all: readonly Condition[];
}

/** A change is one event as one conditional write. */
export interface Change {
  /** At least one case must hold. Without any case, the notification must not exist yet. */
  readonly cases: readonly Case[];
  readonly set: Readonly<Partial<Record<Attribute, unknown>>>;
  readonly remove: readonly NamedAttribute[];
  /** This number is added to the count of attempts. */
  readonly attempts: number;
  readonly entry: TimelineEntry | undefined;
}

type Values = Readonly<Partial<Record<ValueName, unknown>>>;

/** Looks the event up in `LIFECYCLE` and makes the change for this moment. */
export function changeOf(event: LifecycleEvent, moment: Moment): Change {
  const transition = transitionOf(event.event);
  const values = valuesOf(event, moment);
  const nameOf = namesIn(event);
  const set = setBy(transition, values, { nowMs: moment.nowMs, nameOf });
  return {
    cases: casesOf(transition.from, values, nameOf),
    set,
    remove: (transition.remove ?? []).filter((attribute) => !Object.hasOwn(set, attribute)),
    attempts: transition.attempts === "one more" ? 1 : transition.attempts === "one taken back" ? -1 : 0,
    entry: transition.addsEntry && "entry" in event ? event.entry : undefined,
  };
}

type NameOf = <Name extends string>(attribute: Name) => Name | FeedbackAttribute;

/** Each report has an attribute of its own, which the table cannot name. */
const namesIn =
  (event: LifecycleEvent): NameOf =>
  (attribute) =>
    attribute === OF_FEEDBACK && event.event === "feedback_noted" ? feedbackAttribute(event.feedback) : attribute;

function valuesOf(event: LifecycleEvent, { nowMs, leaseMs, realNowMs = nowMs }: Moment): Values {
  const seenDueAt = "seenDueAt" in event ? event.seenDueAt : undefined;
  // If the sweep's next look is early enough already, it is not moved, which saves two writes to the index.
  const isLookedAt = isLookedAtInTime(seenDueAt, nowMs, leaseMs);
  const retryAt = "retryInSeconds" in event ? nowMs + Math.round(event.retryInSeconds * 1000) : undefined;
  const departure = "leavesAtMs" in event ? departureOf(event.leavesAtMs, nowMs, leaseMs) : undefined;
  return {
    ...event,
    none: 0,
    leavesAt: departure?.nextAt,
    lookByDeparture: departure?.lookAt,
    departureList: departure?.list,
    expiryList: "scheduled",
    now: nowMs,
    soon: nowMs + EARLY_ARRIVAL_MS,
    firstLook: firstLookAt(nowMs, leaseMs),
    realNow: realNowMs,
    leaseEnd: realNowMs + leaseMs,
    lookAfterLease: isLookedAt ? undefined : nowMs + leaseMs + 1,
    leasedList: isLookedAt ? undefined : "leased",
    retryAt,
    lookAfterRetry: retryAt === undefined ? undefined : Math.max(nowMs, retryAt) + leaseMs,
    // The sweep's list of the notification is written only together with a new time for the sweep's next look.
    freshList: "lookAt" in event && event.lookAt === undefined ? undefined : "fresh",
  };
}

function setBy(
  { to, set = {}, attempts }: Transition,
  values: Values,
  { nowMs, nameOf }: Pick<Moment, "nowMs"> & { readonly nameOf: NameOf },
): Change["set"] {
  const named = Object.entries(set).map(([attribute, value]) => [nameOf(attribute), values[value]] as const);
  return {
    ...Object.fromEntries(named.filter(([, value]) => value !== undefined)),
    ...(to !== undefined && { status: to, updatedAt: new Date(nowMs).toISOString() }),
    ...(attempts === "back to 0" && { attempts: 0 }),
  };
}

/** Statuses that have the same guards share one case. */
export function casesOf(
  from: Transition["from"],
  values: Values,
  nameOf: NameOf = (attribute) => attribute,
): readonly Case[] {
  const guarded = STATUSES.flatMap((status) => {
    const guards = from[status];
    return guards === undefined ? [] : [{ status, guards }];
  });
  return [...Map.groupBy(guarded, ({ guards }) => guards.join()).values()].map((alike) => ({
    statuses: alike.map(({ status }) => status),
    all: comparisonsOf(alike[0]?.guards ?? []).flatMap((comparison) =>
      conditionOf({ ...comparison, attribute: nameOf(comparison.attribute) }, values),
    ),
  }));
}

type Named = Omit<Comparison, "attribute"> & Pick<Condition, "attribute">;

function conditionOf({ attribute, is, value: name, other }: Named, values: Values): readonly Condition[] {
  if (name === undefined) return [{ attribute, is: plain(is), ...(other && { other }) }];
  const value = values[name];
  if (value !== undefined) return [{ attribute, is: plain(is), value }];
  if (is === "= if known") return [];
  if (is === "= as seen") return [{ attribute, is: "absent" }];
  // Comparing with a missing value could let a notification pass that lacks the attribute.
  throw new Error(`an event compares ${attribute} with ${name}, which it does not bring along`);
}

const plain = (is: Comparison["is"]): Condition["is"] => (is === "= if known" || is === "= as seen" ? "=" : is);

const HOLDS: Readonly<Record<Condition["is"], (actual: unknown, expected: unknown) => boolean>> = {
  "=": (actual, expected) => actual !== undefined && actual === expected,
  "<": (actual, expected) => typeof actual === "number" && typeof expected === "number" && actual < expected,
  "<=": (actual, expected) => typeof actual === "number" && typeof expected === "number" && actual <= expected,
  ">": (actual, expected) => typeof actual === "number" && typeof expected === "number" && actual > expected,
  in: (actual, expected) => Array.isArray(expected) && expected.includes(actual),
  absent: (actual) => actual === undefined,
  present: (actual) => actual !== undefined,
};

/** The attributes of a notification by their names. */
export type LifecycleState = Readonly<Partial<Record<NamedAttribute, unknown>>>;

const valueIn = (state: LifecycleState, attribute: Attribute): unknown => Reflect.get(state, attribute);

/** `isAllowed` is true when the event may happen to a notification with these attributes. */
export const isAllowed = (cases: readonly Case[], state: LifecycleState): boolean =>
  cases.some(
    ({ statuses, all }) =>
      statuses.some((status) => status === state.status) &&
      all.every(({ attribute, is, value, other }) =>
        HOLDS[is](valueIn(state, attribute), other ? state[other] : value),
      ),
  );
