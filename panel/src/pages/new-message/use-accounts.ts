import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { usePanel } from "../../session/session-context.tsx";

interface Account {
  readonly id: string;
  readonly is_default: boolean;
}

/** Returns the account that the reader chose, or else the default one. */
export const chosenOf = <T extends Account>(accounts: readonly T[], id: string): T | undefined =>
  accounts.find((one) => one.id === id) ?? accounts.find((one) => one.is_default) ?? accounts[0];

export function useSendingAccounts() {
  const { api } = usePanel();
  return useQuery({ queryKey: ["sending-accounts"], queryFn: () => answerOf(api.GET("/api/v1/smtp-accounts")) });
}

export function useChatAccounts() {
  const { api } = usePanel();
  return useQuery({ queryKey: ["own-chat-accounts"], queryFn: () => answerOf(api.GET("/panel/api/chat-accounts")) });
}
