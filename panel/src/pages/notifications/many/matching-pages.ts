import { answerOf, type RepeatableApi } from "../../../api/client.ts";
import { NotWantedError, type Patience, patiently } from "../../../long-work/patiently.ts";
import { type Filters, queryOf } from "../filters.ts";
import type { Listed } from "../outcome.ts";

const PAGE = 100;
/**
 * The most pages that are read. A page looks at 200 notifications, so the pages together have far more than the
 * retention keeps of a busy owner.
 */
const MOST_PAGES = 20_000;

interface Source {
  readonly api: RepeatableApi;
  /** Returns the time from which periods count back, in epoch milliseconds. */
  readonly now: () => number;
}

/** Reads all notifications that the filters find now, newest first. A page may be empty although more follow. */
export async function* matchingPages(
  { api, now }: Source,
  filters: Filters,
  patience: Patience,
): AsyncGenerator<readonly Listed[]> {
  // A cursor belongs to one listing, so all pages have the same times.
  const query = { ...queryOf(filters, now()), limit: PAGE };
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const place = cursor === undefined ? {} : { cursor };
    const page = await patiently(
      () => answerOf(api.GET("/panel/api/notifications", { params: { query: { ...query, ...place } } })),
      patience,
    );
    // The reader may have stopped, or asked for something else, while the answer was on its way.
    if (!patience.isWanted()) throw new NotWantedError("the reading was ended");
    yield page.notifications;
    cursor = page.next_cursor;
    if (cursor === undefined) return;
  }
  throw new Error("The list of notifications does not end.");
}
