import type { ActivityScope } from "../kernel/activity.ts";
import { boundCursors } from "../kernel/bound-cursors.ts";
import type { Cursors } from "../kernel/cursors.ts";
import type { Owner } from "../kernel/owner.ts";
import type { ActivityListing } from "./contract.ts";
import type { ActivityPage, ActivityReader } from "./ports.ts";

export interface ListActivityDeps {
  readonly activity: ActivityReader;
  readonly cursors: Cursors;
}

/** Returns one page of a log, newest first. A cursor is valid only for the person and the filters that it was made for. */
export async function listActivity(
  { activity, cursors }: ListActivityDeps,
  { reader, scope }: { readonly reader: Owner; readonly scope: ActivityScope },
  { cursor, ...listing }: ActivityListing,
): Promise<ActivityPage> {
  const { kind, actor, since, until } = listing;
  const name = scope === "administration" ? "administration" : "activity";
  const bound = boundCursors(cursors, reader, JSON.stringify([name, kind, actor, since, until]));
  const after = bound.read(cursor);
  const { entries, next } = await activity.list(scope, { ...listing, after });
  return { entries, next: bound.next(next).nextCursor };
}
