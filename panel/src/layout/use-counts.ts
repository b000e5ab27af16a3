import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../api/client.ts";
import { pollEvery } from "../api/poll-every.ts";
import { usePanel } from "../session/session-context.tsx";

const REFRESH_MS = 10_000;
/** So many are counted, and no more. */
const MANY = 100;

/** How many conversations wait for an answer, and hold something that nobody has read. */
export function useCounts() {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["conversations", "counts"],
    queryFn: () => answerOf(api.GET("/panel/api/chat-conversations/counts")),
    refetchInterval: pollEvery(REFRESH_MS),
  });
}

/** Empty for none. */
export function countText(count = 0): string {
  if (count === 0) return "";
  return count >= MANY ? "99+" : String(count);
}
