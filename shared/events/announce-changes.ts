import type { ExpiringCache } from "../kernel/expiring-cache.ts";
import type { Log } from "../kernel/log.ts";
import type { Owner } from "../kernel/owner.ts";
import type { TableChange } from "../kernel/table-change.ts";
import { type HeraldEvent, heraldEvent } from "./contract/events.ts";
import { eventId } from "./domain/event-id.ts";
import { type Announcement, eventsOf } from "./domain/events-of.ts";
import type { SubjectChange } from "./domain/subject.ts";
import { type EventDataDeps, eventData } from "./event-data.ts";
import type { AnnouncedTable, Feed, ImageReaders, UnannouncedChanges, WakeWebhooks } from "./ports.ts";
import { subjectOf } from "./subject-of.ts";

export interface AnnounceChangesDeps extends EventDataDeps {
  readonly images: ImageReaders;
  /** By the name that the deployment gave a table. */
  readonly tableNamed: (name: string) => AnnouncedTable | undefined;
  readonly feed: Pick<Feed, "append">;
  readonly wakeWebhooks: WakeWebhooks;
  readonly unannounced: UnannouncedChanges;
  /** The ids of events that were appended lately: a part of a batch that comes again for another's sake is not appended again. */
  readonly appended: Pick<ExpiringCache<true>, "get" | "set">;
  /** SHA-256 in hex. */
  readonly hash: (text: string) => string;
  readonly log: Log;
}

interface OwnedEvents {
  readonly change: TableChange;
  readonly owner: Owner;
  readonly events: readonly HeraldEvent[];
}

/**
 * Puts what these changes announce into their owners' feeds. Answers those that have to come again, in their order: a table or a queue
 * did not answer. One that cannot be read is kept elsewhere, and holds up nobody.
 */
export async function announceChanges(
  deps: AnnounceChangesDeps,
  changes: readonly TableChange[],
): Promise<readonly TableChange[]> {
  const failed = new Set<TableChange>();
  const attempt = async <Result>(its: readonly TableChange[], work: Promise<Result>): Promise<Result | undefined> => {
    try {
      return await work;
    } catch (error) {
      deps.log.error("change.not_announced", error, { changes: its.length });
      for (const one of its) failed.add(one);
      return undefined;
    }
  };
  const derived = await Promise.all(changes.map((change) => attempt([change], announcedBy(deps, change))));
  // All that stands behind a failure comes again with it, and is in order then.
  const end = changes.findIndex((change) => failed.has(change));
  const inOrder = end === -1 ? derived : derived.slice(0, end);
  const byOwner = Map.groupBy(
    inOrder.flatMap((one) => one ?? []),
    ({ owner }) => owner,
  );
  await Promise.all(
    [...byOwner].map(([owner, its]) => {
      const events = its.flatMap((one) => one.events);
      return attempt(
        its.map(({ change }) => change),
        appendTo(deps, owner, events),
      );
    }),
  );
  return changes.filter((change) => failed.has(change));
}

async function announcedBy(deps: AnnounceChangesDeps, change: TableChange): Promise<OwnedEvents | undefined> {
  try {
    return await eventsIn(deps, change);
  } catch (error) {
    if (!(error instanceof UnreadableChangeError)) throw error;
    await deps.unannounced.add(change, error.cause ?? error);
    deps.log.error("change.unreadable", error.cause ?? error, { table: change.table });
    return undefined;
  }
}

async function eventsIn(deps: AnnounceChangesDeps, change: TableChange): Promise<OwnedEvents | undefined> {
  const table = deps.tableNamed(change.table);
  if (table === undefined) throw new UnreadableChangeError(`a change of ${change.table}`);
  const subject = await readable(() => subjectOf(deps.images, table, change));
  if (subject === undefined) return undefined;
  const announcements = await readable(async () => eventsOf(subject, change.at.getTime()));
  const events = await Promise.all(announcements.map((one) => eventFor(deps, { table, change, subject }, one)));
  return { change, owner: subject.owner, events: events.flatMap((event) => event ?? []) };
}

/** A fault of ours: the same change would fail for ever. */
class UnreadableChangeError extends Error {
  override readonly name = "UnreadableChangeError";
}

async function readable<Result>(derive: () => Promise<Result>): Promise<Result> {
  try {
    return await derive();
  } catch (cause) {
    throw new UnreadableChangeError("nothing can be said of a change", { cause });
  }
}

interface Derivation {
  readonly table: AnnouncedTable;
  readonly change: TableChange;
  readonly subject: SubjectChange;
}

async function eventFor(
  deps: AnnounceChangesDeps,
  { table, change: { keys }, subject }: Derivation,
  announcement: Announcement,
): Promise<HeraldEvent | undefined> {
  const { type, atMs, state } = announcement;
  // Reading what stands beside may fail for a time, and is tried again.
  const data = await eventData(deps, subject, announcement);
  if (data === undefined) return undefined;
  const id = eventId({ table, keys, type, state }, atMs, deps.hash);
  return readable(async () => heraldEvent.parse({ id, type, timestamp: new Date(atMs).toISOString(), data }));
}

async function appendTo(deps: AnnounceChangesDeps, owner: Owner, events: readonly HeraldEvent[]): Promise<void> {
  const fresh = events.filter(({ id }) => deps.appended.get(id) === undefined);
  if (fresh.length > 0) await deps.feed.append(owner, fresh);
  for (const { id } of fresh) deps.appended.set(id, true);
  if (events.length > 0) await deps.wakeWebhooks(owner, events);
}
