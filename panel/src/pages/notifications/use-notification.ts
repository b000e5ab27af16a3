import { type QueryClient, queryOptions, useQuery, useQueryClient } from "@tanstack/react-query";
import { answerOf, type RepeatableApi } from "../../api/client.ts";
import { changePages } from "../../api/long-list.ts";
import { pollEvery } from "../../api/poll-every.ts";
import type { Timeline } from "../../explain/timeline.ts";
import { usePanel } from "../../session/session-context.tsx";
import { isOver } from "./outcome.ts";
import { withStateOf } from "./with-state-of.ts";

const REFRESH_MS = 3000;

/** Reads one notification and updates its row in the lists, even after its sheet was closed. */
const oneOf = (api: RepeatableApi, client: QueryClient, id: string) =>
  queryOptions({
    queryKey: ["notifications", "one", id],
    queryFn: async () => {
      const one = await answerOf(api.GET("/panel/api/notifications/{id}", { params: { path: { id } } }));
      changePages(client, ["notifications", "list"], withStateOf(one));
      return one;
    },
  });

/** Reads a notification and its timeline, and polls both until the notification has ended. */
export function useNotification(id: string) {
  const { api } = usePanel();
  const client = useQueryClient();
  const one = useQuery({ ...oneOf(api, client, id), refetchInterval: pollEvery(REFRESH_MS, isOver) });
  const timeline = useQuery({
    queryKey: ["notifications", "timeline", id],
    queryFn: () => answerOf(api.GET("/panel/api/notifications/{id}/timeline", { params: { path: { id } } })),
    refetchInterval: pollEvery<Timeline>(REFRESH_MS, isOver),
    // If the service refused the notification, it would refuse the timeline too.
    enabled: !one.isError,
  });
  return { one, timeline };
}
