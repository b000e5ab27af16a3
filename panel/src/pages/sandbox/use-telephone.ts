import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { usePanel } from "../../session/session-context.tsx";
import { telephoneOf } from "./telephone.ts";

const REFRESH_MS = 3000;
const LIST_REFRESH_MS = 10_000;
const NEWEST = 100;

/** Lists the customers of the newest conversations of test mode. */
export function useCustomers() {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["sandbox-customers"],
    queryFn: async () => {
      const query = { view: "all", limit: NEWEST } as const;
      const { conversations } = await answerOf(api.GET("/panel/api/chat-conversations", { params: { query } }));
      return conversations.filter(({ customer_phone: phone }) => phone !== "");
    },
    refetchInterval: pollEvery(LIST_REFRESH_MS),
  });
}

/** Reads the newest messages on the telephone of a customer: what the customer got, and what the customer wrote. */
export function useTelephone(phone: string, conversationId: string | undefined) {
  const { api } = usePanel();
  return useQuery({
    queryKey: ["sandbox-customers", phone, conversationId ?? ""],
    queryFn: async () => {
      const query = { limit: NEWEST };
      const [got, history] = await Promise.all([
        answerOf(api.GET("/panel/api/sandbox/customers/{phone}/messages", { params: { path: { phone }, query } })),
        conversationId === undefined
          ? { messages: [] }
          : answerOf(
              api.GET("/panel/api/chat-conversations/{id}/messages", {
                params: { path: { id: conversationId }, query },
              }),
            ),
      ]);
      return telephoneOf(got.messages, history.messages);
    },
    placeholderData: (before) => before,
    refetchInterval: pollEvery(REFRESH_MS),
  });
}
