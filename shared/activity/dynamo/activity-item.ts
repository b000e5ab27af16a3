import * as z from "zod";
import { ACTIONS, type ActivityEntry, type ActivityScope, RECORD_KINDS } from "../../kernel/activity.ts";
import { ownerSub } from "../../kernel/owner.ts";

/** An entry is kept for a year, with one day more for leap years. */
export const ACTIVITY_KEPT_SECONDS = 366 * 86_400;

/** No owner's partition has this name: theirs begin with `ACTIVITY#` and `F#`. */
const ADMINISTRATION = "ADMINISTRATION";

export const activityPartition = (scope: ActivityScope): string =>
  scope === "administration" ? ADMINISTRATION : `ACTIVITY#${scope.owner}`;

/** The sort key of an entry, by which entries sort by time. */
export const activitySk = ({ at, id }: Pick<ActivityEntry, "at" | "id">): string => `${at}#${id}`;

export const activityItem = z.object({
  sk: z.string(),
  id: z.string(),
  at: z.string(),
  actor: ownerSub,
  actorName: z.string().optional(),
  kind: z.enum(RECORD_KINDS),
  action: z.enum(ACTIONS),
  recordId: z.string().optional(),
  recordName: z.string().optional(),
  fields: z.array(z.string()).optional(),
  requestId: z.string(),
  ttl: z.number(),
});

export const toItem = (scope: ActivityScope, { actor, ...entry }: ActivityEntry) => ({
  pk: activityPartition(scope),
  sk: activitySk(entry),
  ...entry,
  actor: actor.sub,
  actorName: actor.name,
  ttl: Math.floor(Date.parse(entry.at) / 1000) + ACTIVITY_KEPT_SECONDS,
});

export const toEntry = ({
  sk: _sk,
  ttl: _ttl,
  actor: sub,
  actorName: name,
  ...entry
}: z.output<typeof activityItem>): ActivityEntry => ({ ...entry, actor: { sub, name } });
