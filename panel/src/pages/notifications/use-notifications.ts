import { keepPreviousData, useInfiniteQuery } from "@tanstack/react-query";
import { useEffect, useMemo } from "react";
import { answerOf } from "../../api/client.ts";
import { useLeavingPages } from "../../api/long-list.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { usePanel } from "../../session/session-context.tsx";
import { type Filters, queryOf } from "./filters.ts";

const REFRESH_MS = 10_000;
const PAGE = 50;
/** A page examines 200 notifications, so this many pages without a hit are loaded automatically. */
const MAX_EMPTY_PAGES = 25;

interface Continued {
  readonly cursor?: string;
  readonly since?: string;
}

/** Lists the matching notifications page by page, newest first. */
export function useNotifications(filters: Filters) {
  const { api, time } = usePanel();
  const list = useInfiniteQuery({
    queryKey: ["notifications", "list", filters],
    initialPageParam: {},
    // A cursor belongs to one listing, so later pages keep the start of the period.
    queryFn: async ({ pageParam }: { readonly pageParam: Continued }) => {
      const query = { ...queryOf(filters, time.now()), limit: PAGE, ...pageParam };
      const page = await answerOf(api.GET("/panel/api/notifications", { params: { query } }));
      return { ...page, since: query.since };
    },
    getNextPageParam: ({ next_cursor: cursor, since }) => cursor && { cursor, ...(since && { since }) },
    placeholderData: keepPreviousData,
    // The list is refreshed only while it has one page, so that reading further repeats no request.
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
    // A page that is not full shows that matches are rare, so the reader decides how far to search.
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
