import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { answerOf, type RepeatableApi } from "../../api/client.ts";
import { useLeavingPages } from "../../api/long-list.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { NotWantedError, type Patience, patiently } from "../../long-work/patiently.ts";
import { programsPace } from "../../long-work/this-tab.ts";
import { usePanel } from "../../session/session-context.tsx";
import { type Filters, recipientIn, type Suppression } from "./suppression.ts";

const REFRESH_MS = 10_000;
const PAGE = 50;
const WHOLE_PAGE = 100;
/** The most pages that are read. Two million suppressions have this many. */
const MOST_PAGES = 20_000;

interface Place {
  readonly limit: number;
  readonly cursor?: string | undefined;
}

function pageOf(api: RepeatableApi, { q = "", reason }: Filters, { limit, cursor }: Place) {
  const recipient = recipientIn(q);
  const query = { limit, ...(recipient && { recipient }), ...(reason && { reason }), ...(cursor && { cursor }) };
  return answerOf(api.GET("/api/v1/suppressions", { params: { query } }));
}

/** Says that the search has a text by which nothing can be looked for yet. */
export const isIncomplete = ({ q }: Filters): boolean => q !== undefined && recipientIn(q) === undefined;

/** Lists the suppressions page by page, newest first. */
export function useSuppressions(filters: Filters) {
  const { api } = usePanel();
  const list = useInfiniteQuery({
    queryKey: ["suppressions", "list", filters],
    enabled: !isIncomplete(filters),
    initialPageParam: "",
    queryFn: ({ pageParam }) => pageOf(api, filters, { limit: PAGE, cursor: pageParam }),
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: keepPreviousData,
    // The list is refreshed only while it has one page, so that reading further repeats no request.
    refetchInterval: pollEvery(REFRESH_MS, ({ pages }) => pages.length > 1),
  });
  useLeavingPages(["suppressions", "list"]);
  return list;
}

/** Reads all suppressions that the filters find now, newest first. */
export async function* matchingPages(
  api: RepeatableApi,
  filters: Filters,
  patience: Patience,
): AsyncGenerator<readonly Suppression[]> {
  let cursor: string | undefined;
  for (let pages = 0; pages < MOST_PAGES; pages++) {
    const place = { limit: WHOLE_PAGE, cursor };
    const page = await patiently(() => pageOf(api, filters, place), { ...patience, pace: programsPace });
    // The reader may have stopped while the answer was on its way.
    if (!patience.isWanted()) throw new NotWantedError("the reading was ended");
    yield page.suppressions;
    cursor = page.next_cursor;
    if (cursor === undefined) return;
  }
  throw new Error("The list of suppressions does not end.");
}
