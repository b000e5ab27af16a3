import { useInfiniteQuery, useMutation, useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { useLeavingPages } from "../../api/long-list.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { useSettled } from "../../api/use-settled.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { Filters } from "./filters.ts";

const REFRESH_MS = 3000;
/** Of a list of several pages, each of which is asked for again. */
const LONG_REFRESH_MS = 15_000;
const MANY_PAGES = 5;
const PAGE_SIZE = 50;

export function useConversations(filters: Filters) {
  const { api } = usePanel();
  const { view, window } = filters;
  const q = useSettled(filters.q ?? "");
  useLeavingPages(["conversations", "list"]);
  return useInfiniteQuery({
    queryKey: ["conversations", "list", view, window, q],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET("/panel/api/chat-conversations", {
          params: {
            query: {
              view,
              limit: PAGE_SIZE,
              ...(window && { window }),
              ...(q && { q }),
              ...(pageParam && { cursor: pageParam }),
            },
          },
        }),
      ),
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: (before) => before,
    refetchInterval: (query) => {
      const pages = query.state.data?.pages.length ?? 0;
      return pages > MANY_PAGES ? false : pollEvery(pages > 1 ? LONG_REFRESH_MS : REFRESH_MS)(query);
    },
  });
}

export function useConversation(id: string) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["conversations", "one", id],
    queryFn: () => answerOf(api.GET("/panel/api/chat-conversations/{id}", { params: { path: { id } } })),
    refetchInterval: pollEvery(REFRESH_MS),
  });
}

export interface Marks {
  readonly read_up_to?: string;
  readonly is_done?: boolean;
}

/** Says what somebody has seen, or that nothing is left to do. */
export function useMarks(id: string) {
  const { api } = usePanel();
  return useMutation({
    mutationFn: (marks: Marks) =>
      answerOf(api.PUT("/panel/api/chat-conversations/{id}/marks", { params: { path: { id } }, body: marks })),
  });
}
