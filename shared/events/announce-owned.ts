import type { ExpiringCache } from "../kernel/expiring-cache.ts";
import type { Owner } from "../kernel/owner.ts";
import type { TableChange } from "../kernel/table-change.ts";
import type { HeraldEvent } from "./contract/events.ts";
import { type DeriveEventsDeps, eventsIn, type OwnedChange, UnreadableChangeError } from "./derive-events.ts";
import { chunksOf } from "./domain/chunks.ts";
import { type HoldUpDeps, isHoldingUp, type Line, noteAnnounced, noteFailure, noteSuccess } from "./hold-ups.ts";
import type { Feed, RaiseAlerts, WakeWebhooks } from "./ports.ts";
import { isSetAside, type SetAsideDeps, setAside } from "./set-aside.ts";

export interface AnnounceOwnedDeps extends DeriveEventsDeps, SetAsideDeps, HoldUpDeps {
  readonly feed: Pick<Feed, "append">;
  readonly wakeWebhooks: WakeWebhooks;
  readonly raiseAlerts: RaiseAlerts;
  /** The ids of events that were appended recently. If their batch is delivered again because another change failed, they are left out. */
  readonly appended: Pick<ExpiringCache<true>, "get" | "set">;
}

/**
 * Appends the events of one owner's changes to the feed, up to the first failure, and returns the changes that must be delivered again. When
 * only this owner's changes keep failing for too long, the failing changes are set aside, so that they do not hold up other owners.
 */
export async function announceOwned(
  deps: AnnounceOwnedDeps,
  owner: Owner,
  its: readonly OwnedChange[],
): Promise<readonly TableChange[]> {
  const beganMs = deps.clock.now();
  const line: Line = { table: its[0]?.change.table ?? "", owner };
  const isLastTry = isHoldingUp(deps, line);
  const noteError = (error: unknown): void => {
    deps.log.error("change.not_announced", error);
    noteFailure(deps, line, beganMs);
  };
  const { ready, failure } = await derived(deps, its, isLastTry);
  const behind = its.slice(ready.length).map(({ change }) => change);
  try {
    const hasNews = await appendTo(deps, owner, ready);
    if (failure !== undefined) noteError(failure.error);
    else noteSuccess(deps, line);
    if (failure === undefined && hasNews) noteAnnounced(deps, line);
    return behind;
  } catch (error) {
    noteError(error);
    const again = isLastTry ? await giveUp(deps, owner, { ready, error }) : comingAgain(deps, ready);
    return [...again, ...behind];
  }
}

/** Returns the changes that must be delivered again: all except those that were set aside earlier and have no event in the feed. */
const comingAgain = (deps: AnnounceOwnedDeps, its: readonly ReadyChange[]): readonly TableChange[] =>
  its
    .filter(({ change, events }) => !isSetAside(deps, change) || events.some((event) => isAppended(deps, event)))
    .map(({ change }) => change);

interface ReadyChange {
  readonly change: TableChange;
  readonly events: readonly HeraldEvent[];
}

interface Derived {
  /** The changes before the first failure. The failed change and all after it are delivered again, in order. */
  readonly ready: readonly ReadyChange[];
  readonly failure?: { readonly error: unknown };
}

async function derived(deps: AnnounceOwnedDeps, its: readonly OwnedChange[], isLastTry: boolean): Promise<Derived> {
  const settled = await Promise.allSettled(its.map((one) => eventsIn(deps, one)));
  const ready: ReadyChange[] = [];
  let failure: Derived["failure"];
  for (const [i, { change }] of its.entries()) {
    const one = settled[i];
    if (one?.status === "fulfilled") {
      ready.push({ change, events: one.value });
      continue;
    }
    const error: unknown = one?.reason;
    const isUnreadable = error instanceof UnreadableChangeError;
    if (!isUnreadable) failure ??= { error };
    const mayBeLeft = isUnreadable || isLastTry || isSetAside(deps, change);
    if (!mayBeLeft || !(await setAside(deps, change, error))) return { ready, failure: { error } };
    ready.push({ change, events: [] });
  }
  return { ready, ...(failure && { failure }) };
}

const isAppended = ({ appended }: AnnounceOwnedDeps, { id }: HeraldEvent): boolean => appended.get(id) !== undefined;

/** Appends chunk by chunk and notes each, so that a repetition does not append it again. Returns true when an event was appended. */
async function appendTo(deps: AnnounceOwnedDeps, owner: Owner, its: readonly ReadyChange[]): Promise<boolean> {
  let hasNews = false;
  const tooLarge = new Set<HeraldEvent>();
  const events = its.flatMap((one) => one.events);
  for (const chunk of chunksOf(events.filter((event) => !isAppended(deps, event)))) {
    for (const event of await deps.feed.append(owner, chunk)) tooLarge.add(event);
    const kept = chunk.filter((event) => !tooLarge.has(event));
    for (const { id } of kept) deps.appended.set(id, true);
    hasNews ||= kept.length > 0;
  }
  await setAsideTooLarge(deps, its, tooLarge);
  if (events.length > 0) await passOn(deps, owner, events);
  return hasNews;
}

/** Tells those who act on events that these are in the feed. A failure of one does not keep the events from the other. */
async function passOn(deps: AnnounceOwnedDeps, owner: Owner, events: readonly HeraldEvent[]): Promise<void> {
  const done = await Promise.allSettled([deps.wakeWebhooks(owner, events), deps.raiseAlerts(owner, events)]);
  for (const one of done) if (one.status === "rejected") throw one.reason;
}

/** Sets aside changes whose events are too large. This comes after all appends, because a change that was set aside may not be delivered again. */
async function setAsideTooLarge(
  deps: AnnounceOwnedDeps,
  its: readonly ReadyChange[],
  tooLarge: ReadonlySet<HeraldEvent>,
): Promise<void> {
  for (const { change, events } of its) {
    const refused = events.filter((event) => tooLarge.has(event));
    if (refused.length > 0 && !(await setAside(deps, change, new EventTooLargeError()))) throw new EventTooLargeError();
    for (const { id } of refused) deps.appended.set(id, true);
  }
}

class EventTooLargeError extends Error {
  override readonly name = "EventTooLargeError";
  override readonly message = "an event is larger than the feed's store takes";
}

interface Failed {
  readonly ready: readonly ReadyChange[];
  readonly error: unknown;
}

/** Sets the changes aside, and returns those that could not be set aside. Passes on events that are in the feed already. */
async function giveUp(
  deps: AnnounceOwnedDeps,
  owner: Owner,
  { ready, error }: Failed,
): Promise<readonly TableChange[]> {
  const left = await setAsideUnappended(deps, ready, error);
  const events = ready.flatMap((one) => one.events).filter((event) => isAppended(deps, event));
  if (events.length === 0) return left;
  try {
    await passOn(deps, owner, events);
  } catch (cause) {
    // The webhooks could not be listed, so they are not woken; they get these events together with the next one. Or an alert is not raised.
    deps.log.error("events.not_passed_on", cause, { owner, events: events.length });
  }
  return left;
}

/** Sets aside the changes whose events are not in the feed. */
async function setAsideUnappended(
  deps: AnnounceOwnedDeps,
  its: readonly ReadyChange[],
  error: unknown,
): Promise<readonly TableChange[]> {
  const left: TableChange[] = [];
  for (const { change, events } of its) {
    const isAnnounced = events.every((event) => isAppended(deps, event));
    if (!isAnnounced && !(await setAside(deps, change, error))) left.push(change);
  }
  return left;
}
