import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../api/client.ts";
import { pollEvery } from "../api/poll-every.ts";
import { usePanel } from "../session/session-context.tsx";

const REFRESH_MS = 10_000;
/** The service counts at most this many conversations. */
const MANY = 100;

/** Counts the conversations that wait for an answer and those with unread messages. */
export function useCounts() {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["conversations", "counts"],
    queryFn: () => answerOf(api.GET("/panel/api/chat-conversations/counts")),
    refetchInterval: pollEvery(REFRESH_MS),
  });
}

/** Gives the count as a text, which is empty for zero. */
export function countText(count = 0): string {
  if (count === 0) return "";
  return count >= MANY ? "99+" : String(count);
}
