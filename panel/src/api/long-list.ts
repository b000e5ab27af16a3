import { type InfiniteData, type QueryClient, replaceEqualDeep, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";

/** A list of more pages is not refreshed automatically, because each page costs a request. */
const MANY_PAGES = 10;

interface Asked {
  readonly state: { readonly data?: unknown };
}

/** Says whether a list has too many pages to refresh it automatically. */
export const isLongList = ({ state: { data } }: Asked): boolean =>
  typeof data === "object" &&
  data !== null &&
  "pages" in data &&
  Array.isArray(data.pages) &&
  data.pages.length > MANY_PAGES;

export const isNoLongList = (query: Asked): boolean => !isLongList(query);

/**
 * Applies `change` to the pages of all lists under a key, after one record was read by itself, because long lists are not refreshed. A list
 * without a change is not written, because writing delays its next refresh.
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

/** Keeps only the first page of a list. */
export const firstPageOf = <Page>(list: InfiniteData<Page, unknown> | undefined) =>
  list && { pages: list.pages.slice(0, 1), pageParams: list.pageParams.slice(0, 1) };

/** A reader who leaves a long list and comes back starts at its top, with the newest entries. */
export function useLeavingPages(queryKey: readonly string[]): void {
  const client = useQueryClient();
  // biome-ignore lint/correctness/useExhaustiveDependencies: this runs only when the component goes
  useEffect(
    () => () => {
      client.setQueriesData<InfiniteData<unknown, unknown>>(
        { queryKey, predicate: isLongList },
        firstPageOf,
        // An old time makes the list stale, so it is refreshed when it is shown again.
        { updatedAt: 1 },
      );
    },
    [],
  );
}
