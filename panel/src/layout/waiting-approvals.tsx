import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../api/client.ts";
import { pollEvery } from "../api/poll-every.ts";
import { usePanel } from "../session/session-context.tsx";
import { countText } from "./use-counts.ts";

const REFRESH_MS = 30_000;

/** Shows how many notifications wait for a person's approval. */
export function WaitingApprovals() {
  const { api } = usePanel();
  const { data } = useQuery({
    queryKey: ["approvals", "count"],
    queryFn: () => answerOf(api.GET("/panel/api/approvals/count")),
    refetchInterval: pollEvery(REFRESH_MS),
  });
  const text = countText(data?.waiting);
  return (
    text && (
      <span className="count">
        {text}
        <span className="vh"> waiting</span>
      </span>
    )
  );
}
