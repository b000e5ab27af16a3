import { type InfiniteData, useQuery, useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import type { Timeline } from "../../explain/timeline.ts";
import { usePanel } from "../../session/session-context.tsx";
import { type Described, isOver, type Listed } from "./outcome.ts";
import { withStateOf } from "./with-state-of.ts";

type List = InfiniteData<{ readonly notifications: readonly Listed[] }>;

const REFRESH_MS = 3000;

/** One notification, and what happened to it: asked for again until it is over. */
export function useNotification(id: string) {
  const { api } = usePanel();
  const path = { params: { path: { id } } };
  const one = useQuery({
    queryKey: ["notifications", "one", id],
    queryFn: () => answerOf(api.GET("/panel/api/notifications/{id}", path)),
    refetchInterval: pollEvery<Described>(REFRESH_MS, isOver),
  });
  const client = useQueryClient();
  const { data } = one;
  useEffect(() => {
    // A long list is not asked for again by itself.
    const lists = { queryKey: ["notifications", "list"] };
    if (data) client.setQueriesData<List>(lists, (list) => withStateOf(list, data));
  }, [client, data]);
  const timeline = useQuery({
    queryKey: ["notifications", "timeline", id],
    queryFn: () => answerOf(api.GET("/panel/api/notifications/{id}/timeline", path)),
    refetchInterval: pollEvery<Timeline>(REFRESH_MS, isOver),
    // The service would refuse it, too.
    enabled: !one.isError,
  });
  return { one, timeline };
}
