import { type InfiniteData, type QueryClient, replaceEqualDeep, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** So many are asked for again by themselves: one after the other, each of them costs a request. */
const MANY_PAGES = 10;

interface Asked {
  readonly state: { readonly data?: unknown };
}

/** A list of many pages, which is asked for again when its reader wants it. */
export const isLongList = ({ state: { data } }: Asked): boolean =>
  typeof data === "object" &&
  data !== null &&
  "pages" in data &&
  Array.isArray(data.pages) &&
  data.pages.length > MANY_PAGES;

export const isNoLongList = (query: Asked): boolean => !isLongList(query);

/**
 * Shows in the lists under a key what was read of one of their rows by itself: a long one is not asked for again. A list that stays as it is
 * must not be written, as that would put off its next refresh.
 */
export function changePages<Page>(
  client: QueryClient,
  queryKey: readonly string[],
  change: (page: Page) => Page,
): void {
  client.setQueriesData<InfiniteData<Page>>({ queryKey }, (list) => {
    const changed = list && replaceEqualDeep(list, { ...list, pages: list.pages.map(change) });
    return changed === list ? undefined : changed;
  });
}

/** The list's first page without the others, to be asked for again. */
export const firstPageOf = <Page>(list: InfiniteData<Page, unknown> | undefined) =>
  list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) };

/** A reader who leaves a long list and comes back begins at its top, with what is new. */
export function useLeavingPages(queryKey: readonly string[]): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: only at the end
  useEffect(
    () => () => {
      client.setQueriesData<InfiniteData<unknown, unknown>>(
        { queryKey, predicate: isLongList },
        firstPageOf,
        // Long ago.
        { updatedAt: 1 },
      );
    },
    [],
  );
}
