import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { answerOf } from "../../api/client.ts";
import { useLeavingPages } from "../../api/long-list.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { usePanel } from "../../session/session-context.tsx";
import { type Filters, queryOf } from "./filters.ts";

const REFRESH_MS = 10_000;
const PAGE = 50;
/** A page looks at 200 notifications: so many pages without a hit are read by themselves. */
const MAX_EMPTY_PAGES = 25;

interface Continued {
  readonly cursor?: string;
  readonly since?: string;
}

/** The notifications that match, newest first, page by page. */
export function useNotifications(filters: Filters) {
  const { api } = usePanel();
  const list = useInfiniteQuery({
    queryKey: ["notifications", "list", filters],
    initialPageParam: {},
    // A cursor goes on with the listing that it came from: the period keeps the start that it had on the page before.
    queryFn: async ({ pageParam }: { readonly pageParam: Continued }) => {
      const query = { ...queryOf(filters, Date.now()), limit: PAGE, ...pageParam };
      const page = await answerOf(api.GET("/panel/api/notifications", { params: { query } }));
      return { ...page, since: query.since };
    },
    getNextPageParam: ({ next_cursor: cursor, since }) => cursor && { cursor, ...(since && { since }) },
    placeholderData: keepPreviousData,
    // Only while the reader looks at the first page: reading further asks for nothing again.
    refetchInterval: pollEvery(REFRESH_MS, ({ pages }) => pages.length > 1),
  });
  useLeavingPages(["notifications", "list"]);
  const { data } = list;
  const found = useMemo(() => data?.pages.flatMap(({ notifications }) => notifications) ?? [], [data]);
  const pages = data?.pages ?? [];
  const looksOn =
    list.hasNextPage &&
    !list.isPlaceholderData &&
    found.length === 0 &&
    pages.length < MAX_EMPTY_PAGES &&
    !list.isError;
  const { fetchNextPage } = list;
  const isWhole = pages.at(-1)?.notifications.length === PAGE;
  const comeToEnd = () => {
    // A page that is not full says that little matches: then its reader decides how far to look.
    if (isWhole && list.hasNextPage && !list.isFetching && !list.isError) void fetchNextPage();
  };
  useEffect(() => {
    if (looksOn && !list.isFetching) void fetchNextPage();
  }, [looksOn, list.isFetching, fetchNextPage]);
  return {
    list,
    found,
    looksOn,
    comeToEnd,
    isLive: list.isSuccess && pages.length === 1,
    lookedBackTo: pages.at(-1)?.looked_back_to,
  };
}

export type NotificationList = ReturnType<typeof useNotifications>;
