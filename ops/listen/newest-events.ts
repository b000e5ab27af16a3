import type { Herald, HeraldEvent } from "../../client/src/herald.ts";

export interface EventChoice {
  /** The types of events to show, separated by commas; all types if absent. */
  readonly types?: string | undefined;
  /** Only events of this time (RFC 3339) or later are shown. */
  readonly since?: string | undefined;
  readonly limit: number;
}

const ON_A_PAGE = 500;
/** The feed is read from its oldest event. At the pace of one request a second, more pages would take too long. */
const MOST_PAGES = 200;

/** Returns the newest events of the feed, oldest first. Throws when the feed has more pages than are read. */
export async function newestEvents(
  { events }: { readonly events: Pick<Herald["events"], "page"> },
  { types, since, limit }: EventChoice,
): Promise<readonly HeraldEvent[]> {
  const isWanted = await filterOf(events, { types, since });
  let newest: readonly HeraldEvent[] = [];
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const page = await events.page({ limit: ON_A_PAGE, ...(cursor !== undefined && { cursor }) });
    if (page.events.length === 0) return newest;
    newest = [...newest, ...page.events.filter(isWanted)].slice(-limit);
    cursor = page.next_cursor;
  }
  throw new Error(
    `there are more than ${MOST_PAGES * ON_A_PAGE} events: they cannot be listed; herald listen goes on from now`,
  );
}

/** The types are chosen here, because only a page of all types is empty at the end of the feed alone. The service refuses unknown ones. */
async function filterOf(
  events: Pick<Herald["events"], "page">,
  { types, since }: Pick<EventChoice, "types" | "since">,
): Promise<(event: HeraldEvent) => boolean> {
  if (types !== undefined) await events.page({ cursor: "now", types });
  const named = types === undefined || types === "" ? undefined : new Set(types.split(","));
  const sinceMs = since === undefined ? 0 : Date.parse(since);
  return ({ type, timestamp }) => (named?.has(type) ?? true) && Date.parse(timestamp) >= sinceMs;
}
