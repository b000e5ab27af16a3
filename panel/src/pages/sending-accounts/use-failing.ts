import { useQuery } from "@tanstack/react-query";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import type { Schemas } from "../../api/schemas.ts";
import { usePanel } from "../../session/session-context.tsx";

const REFRESH_MS = 60_000;

/** The accounts that do not deliver, by their ids; undefined until it is known. */
export function useFailing(): ReadonlyMap<string, Schemas["Concern"]> | undefined {
  const { api } = usePanel();
  const { data } = useQuery({
    queryKey: ["attention"],
    queryFn: () => answerOf(api.GET("/panel/api/attention")),
    refetchInterval: pollEvery(REFRESH_MS),
  });
  const failing = data?.concerns.filter(({ kind }) => kind === "sending_account_failing");
  return failing && new Map(failing.map((concern) => [concern.record.id, concern]));
}
