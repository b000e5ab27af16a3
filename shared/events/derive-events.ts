import type { Owner } from "../kernel/owner.ts";
import type { TableChange } from "../kernel/table-change.ts";
import { type HeraldEvent, heraldEvent } from "./contract/events.ts";
import { eventId } from "./domain/event-id.ts";
import { type Announcement, eventsOf } from "./domain/events-of.ts";
import type { SubjectChange } from "./domain/subject.ts";
import { type EventDataDeps, eventData } from "./event-data.ts";
import type { AnnouncedTable, ImageReaders } from "./ports.ts";
import { subjectOf } from "./subject-of.ts";

export interface DeriveEventsDeps extends EventDataDeps {
  readonly images: ImageReaders;
  /** Returns which table has this name in the deployment. */
  readonly tableNamed: (name: string) => AnnouncedTable | undefined;
  /** The hash is SHA-256 in hex. */
  readonly hash: (text: string) => string;
}

/** A change of something that belongs to an owner, with the announcements that it makes. */
export interface OwnedChange {
  readonly change: TableChange;
  readonly owner: Owner;
  readonly table: AnnouncedTable;
  readonly subject: SubjectChange;
  readonly announcements: readonly Announcement[];
}

/** Thrown for a bug or a damaged item, with which the same change fails every time. */
export class UnreadableChangeError extends Error {
  override readonly name = "UnreadableChangeError";
}

async function readable<Result>(derive: () => Promise<Result>): Promise<Result> {
  try {
    return await derive();
  } catch (cause) {
    throw new UnreadableChangeError("nothing can be said of a change", { cause });
  }
}

/** Reads a change without other items; undefined when it concerns no owner. Throws only `UnreadableChangeError`. */
export async function readChange(deps: DeriveEventsDeps, change: TableChange): Promise<OwnedChange | undefined> {
  const table = deps.tableNamed(change.table);
  if (table === undefined) throw new UnreadableChangeError(`a change of ${change.table}`);
  return readable(async () => {
    const subject = await subjectOf(deps.images, table, change);
    return (
      subject && { change, owner: subject.owner, table, subject, announcements: eventsOf(subject, change.at.getTime()) }
    );
  });
}

/** Makes the events of a change. It reads further items, so it may also throw the error of a store that fails for a time. */
export async function eventsIn(deps: DeriveEventsDeps, owned: OwnedChange): Promise<readonly HeraldEvent[]> {
  const events = await Promise.all(owned.announcements.map((one) => eventFor(deps, owned, one)));
  return events.flatMap((event) => event ?? []);
}

async function eventFor(
  deps: DeriveEventsDeps,
  { table, change: { keys }, subject }: OwnedChange,
  announcement: Announcement,
): Promise<HeraldEvent | undefined> {
  const { type, atMs, state } = announcement;
  const data = await dataOf(deps, subject, announcement);
  if (data === undefined) return undefined;
  const id = eventId({ table, keys, type, state }, atMs, deps.hash);
  return readable(async () => heraldEvent.parse({ id, type, timestamp: new Date(atMs).toISOString(), data }));
}

async function dataOf(deps: EventDataDeps, subject: SubjectChange, announcement: Announcement): Promise<unknown> {
  try {
    return await eventData(deps, subject, announcement);
  } catch (cause) {
    // A damaged item fails every time. Any other error comes from a store, and the change is tried again.
    if (isDamage(cause)) throw new UnreadableChangeError("what stands beside a change cannot be read", { cause });
    throw cause;
  }
}

const isDamage = (error: unknown): boolean => error instanceof Error && error.name === "ZodError";
