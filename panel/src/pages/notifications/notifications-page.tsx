import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { OlderOnes } from "../../components/older-ones.tsx";
import { Page } from "../../components/page.tsx";
import { Problem } from "../../components/problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, filtersIn } from "./filters.ts";
import { NotificationTable } from "./notification-table.tsx";

const REFRESH_MS = 10_000;

/** The filters live in the address, so that a list can be shared and Back works. */
export function NotificationsPage() {
  const [search, setSearch] = useSearchParams();
  const filters = filtersIn(search);
  const list = useNotifications(filters);
  const found = list.data?.pages.flatMap((page) => page.notifications) ?? [];
  return (
    <Page title="Notifications" intro="Newest first. Open one to read what happened to it, and why.">
      <FilterBar filters={filters} onChange={(changed) => setSearch({ ...changed })} />
      {list.isError && (
        <Problem title="Could not load the list" error={list.error} onRetry={() => void list.refetch()} />
      )}
      {list.isPending && <Loading what="the notifications" />}
      {found.length > 0 && <NotificationTable notifications={found} />}
      {list.isSuccess && found.length === 0 && !list.hasNextPage && <Nothing isFiltered={search.size > 0} />}
      <OlderOnes list={list} isEmpty={found.length === 0} />
    </Page>
  );
}

function useNotifications(filters: Filters) {
  const { api } = usePanel();
  return useInfiniteQuery({
    queryKey: ["notifications", filters],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET("/panel/api/notifications", {
          params: { query: { ...filters, ...(pageParam ? { cursor: pageParam } : {}) } },
        }),
      ),
    getNextPageParam: (last) => last.next_cursor,
    // Only while the reader looks at the first page: reading further asks for nothing again.
    refetchInterval: pollEvery(REFRESH_MS, ({ pages }) => pages.length > 1),
  });
}

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState
      icon="notifications"
      title="Nothing matches"
      action={<ButtonLink to="/notifications">Show all</ButtonLink>}
    >
      No notification has this status, channel and metadata.
    </EmptyState>
  ) : (
    <EmptyState
      icon="notifications"
      title="No notification yet"
      action={
        <ButtonLink to="/api-keys" look="primary">
          Create an API key
        </ButtonLink>
      }
    >
      Notifications are sent by programs, with an API key. A new key comes with a command that sends a first one.
    </EmptyState>
  );
