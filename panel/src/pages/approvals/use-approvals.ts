import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { useLeavingPages } from "../../api/long-list.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { useAction } from "../../api/use-action.ts";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import type { Approval, FinalText } from "./approval.ts";

const REFRESH_MS = 10_000;
const PAGE = 25;

/** Lists what waits, page by page, oldest first. */
export function useApprovals() {
  const { api } = usePanel();
  const list = useInfiniteQuery({
    queryKey: ["approvals", "list"],
    initialPageParam: "",
    queryFn: ({ pageParam: cursor }) =>
      answerOf(api.GET("/panel/api/approvals", { params: { query: { limit: PAGE, ...(cursor && { cursor }) } } })),
    getNextPageParam: (last) => last.next_cursor,
    // The list is refreshed only while it has one page, so that reading further repeats no request.
    refetchInterval: pollEvery(REFRESH_MS, ({ pages }) => pages.length > 1),
  });
  useLeavingPages(["approvals", "list"]);
  return list;
}

/** Approves and declines. After either, the list and the count are read again, also when somebody else was faster. */
export function useDecisions({ id, notification }: Approval, onDone: () => void) {
  const client = useQueryClient();
  const toast = useToast();
  const settle = () => client.invalidateQueries({ queryKey: ["approvals"] });
  const done = (text: string) => {
    toast(text);
    onDone();
    return settle();
  };
  const path = { params: { path: { id } } };
  const to = notification.recipient ?? "its recipient";
  const approve = useAction({
    run: (body: FinalText, { api }) =>
      answerOf(api.POST("/panel/api/approvals/{id}/approve", { ...path, body })).catch((error: unknown) => {
        void settle();
        throw error;
      }),
    contentOf: (body) => [id, body],
    onSuccess: () => done(`Approved: it leaves for ${to}`),
  });
  const decline = useAction({
    run: (_: undefined, { api }) =>
      answerOf(api.POST("/panel/api/approvals/{id}/decline", { ...path, body: {} })).catch((error: unknown) => {
        void settle();
        throw error;
      }),
    contentOf: () => id,
    onSuccess: () => done("Declined: it does not leave"),
  });
  return { approve, decline };
}
