import { type InfiniteData, type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { type Api, answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import type { Timeline } from "../../explain/timeline.ts";
import { usePanel } from "../../session/session-context.tsx";
import { isOver, type Listed } from "./outcome.ts";
import { withStateOf } from "./with-state-of.ts";

type List = InfiniteData<{ readonly notifications: readonly Listed[] }>;

const REFRESH_MS = 3000;

/** One notification. A long list is not asked for again by itself: it shows what is read here, also after its sheet was closed. */
const oneOf = (api: Api, client: QueryClient, id: string) =>
  queryOptions({
    queryKey: ["notifications", "one", id],
    queryFn: async () => {
      const one = await answerOf(api.GET("/panel/api/notifications/{id}", { params: { path: { id } } }));
      client.setQueriesData<List>({ queryKey: ["notifications", "list"] }, (list) => withStateOf(list, one));
      return one;
    },
  });

/** One notification, and what happened to it: asked for again until it is over. */
export function useNotification(id: string) {
  const { api } = usePanel();
  const client = useQueryClient();
  const one = useQuery({ ...oneOf(api, client, id), refetchInterval: pollEvery(REFRESH_MS, isOver) });
  const timeline = useQuery({
    queryKey: ["notifications", "timeline", id],
    queryFn: () => answerOf(api.GET("/panel/api/notifications/{id}/timeline", { params: { path: { id } } })),
    refetchInterval: pollEvery<Timeline>(REFRESH_MS, isOver),
    // The service would refuse it, too.
    enabled: !one.isError,
  });
  return { one, timeline };
}
