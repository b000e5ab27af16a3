import { useQuery } from "@tanstack/react-query";
import type { SetUp } from "../explain/set-up-steps.ts";
import { usePanel } from "../session/session-context.tsx";
import { answerOf } from "./client.ts";

/** Returns which of the first steps the owner has done; undefined until that is known. */
export function useSetUp(hasSent: boolean): SetUp | undefined {
  const { api, mode } = usePanel();
  const accounts = useQuery({
    queryKey: ["sending-accounts"],
    queryFn: () => answerOf(api.GET("/api/v1/smtp-accounts")),
  });
  const keys = useQuery({
    queryKey: ["api-keys"],
    queryFn: () => answerOf(api.GET("/panel/api/api-keys", { params: { query: { details: "true" } } })),
  });
  if (!accounts.data || !keys.data) return undefined;
  const ofMode = keys.data.filter(({ mode: of = "live" }) => of === mode);
  return {
    hasAccount: accounts.data.length > 0,
    hasKey: ofMode.some(({ revoked_at }) => revoked_at === undefined),
    hasSent: hasSent || ofMode.some(({ last_used_at }) => last_used_at !== undefined),
  };
}
