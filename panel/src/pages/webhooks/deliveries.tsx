import { useInfiniteQuery, useQueryClient } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { useAction } from "../../api/use-action.ts";
import { ChoiceMenu, chosenOf } from "../../components/choice-menu.tsx";
import { Loading } from "../../components/loading.tsx";
import { OlderOnes } from "../../components/older-ones.tsx";
import { Problem } from "../../components/problem.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { useToast } from "../../components/toast.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { DeliveryTable } from "./delivery-table.tsx";
import {
  DELIVERY_STATUSES,
  DELIVERY_TEXT,
  type DeliveryStatus,
  deliveryStatusIn,
  type Webhook,
} from "./webhook-draft.ts";

const REFRESH_MS = 5000;
const STATUSES = DELIVERY_STATUSES.map((status) => ({ value: status, label: DELIVERY_TEXT[status][0] }));

/** Lists the tries of a webhook, newest first; the filter is part of the address. */
export function Deliveries({ webhook: { id } }: { readonly webhook: Webhook }) {
  const [search, setSearch] = useSearchParams();
  const status = deliveryStatusIn(search);
  const list = useDeliveries(id, status);
  const retry = useRetry(id);
  const found = list.data?.pages.flatMap(({ deliveries }) => deliveries) ?? [];
  return (
    <section className="stack" aria-labelledby="deliveries">
      <div className="row">
        <h2 id="deliveries">Deliveries</h2>
        <ChoiceMenu
          name="Status"
          choices={STATUSES}
          chosen={chosenOf(status)}
          onChange={([chosen]) => setSearch(chosen ? { status: chosen } : {})}
        />
      </div>
      {retry.isError && <Problem title="Not sent again" error={retry.error} />}
      <QueryProblem query={list} title="Could not load the list" />
      {list.isPending && <Loading what="the deliveries" />}
      {found.length > 0 && <DeliveryTable deliveries={found} isBusy={retry.isPending} onRetry={retry.mutate} />}
      {list.isSuccess && found.length === 0 && !list.hasNextPage && <p className="t2">Nothing was sent yet.</p>}
      <OlderOnes list={list} isEmpty={found.length === 0} />
    </section>
  );
}

function useDeliveries(id: string, status: DeliveryStatus | undefined) {
  const { api } = usePanel();
  return useInfiniteQuery({
    queryKey: ["deliveries", id, status ?? ""],
    initialPageParam: "",
    queryFn: ({ pageParam }) => {
      const query = { details: "true", ...(status && { status }), ...(pageParam && { cursor: pageParam }) } as const;
      return answerOf(api.GET("/api/v1/webhooks/{id}/deliveries", { params: { path: { id }, query } }));
    },
    getNextPageParam: (last) => last.next_cursor,
    // The list is refreshed only while it has one page, so that reading further repeats no request.
    refetchInterval: pollEvery(REFRESH_MS, ({ pages }) => pages.length > 1),
  });
}

function useRetry(id: string) {
  const toast = useToast();
  const queryClient = useQueryClient();
  return useAction({
    run: (event_id: string, { api }) =>
      answerOf(api.POST("/api/v1/webhooks/{id}/deliveries/{event_id}/retry", { params: { path: { id, event_id } } })),
    onSuccess: () => {
      toast("It is sent again now.");
      void queryClient.invalidateQueries({ queryKey: ["deliveries", id] });
    },
  });
}
