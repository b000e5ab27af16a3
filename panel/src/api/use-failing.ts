import { useQuery } from "@tanstack/react-query";
import { usePanel } from "../session/session-context.tsx";
import { answerOf } from "./client.ts";
import { pollEvery } from "./poll-every.ts";
import type { Schemas } from "./schemas.ts";

const REFRESH_MS = 60_000;

type Concern = Schemas["Concern"];

/** Returns the failing accounts or webhooks by id; undefined until they are loaded. */
export function useFailing(
  failure: Extract<Concern["kind"], "sending_account_failing" | "webhook_failing">,
): ReadonlyMap<string, Concern> | undefined {
  const { api } = usePanel();
  const { data } = useQuery({
    queryKey: ["attention"],
    queryFn: () => answerOf(api.GET("/panel/api/attention")),
    refetchInterval: pollEvery(REFRESH_MS),
  });
  const failing = data?.concerns.filter(({ kind }) => kind === failure);
  return failing && new Map(failing.map((concern) => [concern.record.id, concern]));
}
