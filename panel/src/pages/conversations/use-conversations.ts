import { useInfiniteQuery, useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { isRefusal } from "../../api/api-error.ts";
import { answerOf } from "../../api/client.ts";
import { changePages, useLeavingPages } from "../../api/long-list.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { retryDelayMs } from "../../api/retry.ts";
import type { Schemas } from "../../api/schemas.ts";
import { useSettled } from "../../api/use-settled.ts";
import { usePanel } from "../../session/session-context.tsx";
import type { Filters } from "./filters.ts";
import type { Conversation } from "./message-text.ts";

const REFRESH_MS = 3000;
/** Several pages are refreshed less often, because each of them is a request. */
const LONG_REFRESH_MS = 15_000;
const MANY_PAGES = 5;
const PAGE_SIZE = 50;

type ConversationPage = Schemas["PanelConversationPage"];

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

/** Writes a freshly read conversation into the lists, even after its page was left. */
function useShowing() {
  const client = useQueryClient();
  return (one: Conversation): Conversation => {
    changePages<ConversationPage>(client, ["conversations", "list"], (page) => ({
      ...page,
      conversations: page.conversations.map((row) =>
        row.id === one.id ? { ...one, ...(row.matched_text && { matched_text: row.matched_text }) } : row,
      ),
    }));
    return one;
  };
}

export function useConversation(id: string) {
  const { api } = usePanel();
  const show = useShowing();
  return useQuery({
    queryKey: ["conversations", "one", id],
    queryFn: () => answerOf(api.GET("/panel/api/chat-conversations/{id}", { params: { path: { id } } })).then(show),
    refetchInterval: pollEvery(REFRESH_MS),
  });
}

export interface Marks {
  readonly read_up_to?: string;
  readonly is_done?: boolean;
}

/** Marks messages as read or a conversation as done; `retries` applies to outages and rate limits. */
export function useMarks(id: string, retries = 0) {
  const { api } = usePanel();
  const show = useShowing();
  return useMutation({
    retry: (count, error) => count < retries && !isRefusal(error),
    retryDelay: retryDelayMs,
    mutationFn: (marks: Marks) =>
      answerOf(api.PUT("/panel/api/chat-conversations/{id}/marks", { params: { path: { id } }, body: marks })).then(
        show,
      ),
  });
}
