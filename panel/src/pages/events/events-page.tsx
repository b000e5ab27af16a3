import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { ButtonLink } from "../../components/button.tsx";
import { ChoiceMenu, chosenOf } from "../../components/choice-menu.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { OlderOnes } from "../../components/older-ones.tsx";
import { Page } from "../../components/page.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { EVENT_TYPES, type EventType, eventTypeIn } from "../../explain/event-types.ts";
import { usePanel } from "../../session/session-context.tsx";
import { EventById } from "./event-dialog.tsx";
import { EventTable } from "./event-table.tsx";

const REFRESH_MS = 3000;
const TYPES = EVENT_TYPES.map((type) => ({ value: type, label: type }));

/** Lists events as they happen; the filter and an opened event are part of the address. */
export function EventsPage() {
  const [search, setSearch] = useSearchParams();
  const type = eventTypeIn(search);
  const opened = search.get("event");
  const list = useEvents(type);
  const found = list.data?.pages.flatMap(({ events }) => events) ?? [];
  return (
    <Page
      title="Events"
      about={
        <span className="s t3 cut desk">The last 30 days; programs read them as a feed or get them by webhook</span>
      }
      isWhole
    >
      <search className="filters">
        <ChoiceMenu
          name="Type"
          choices={TYPES}
          chosen={chosenOf(type)}
          onChange={([chosen]) => setSearch(chosen ? { type: chosen } : {})}
        />
      </search>
      <div className="body">
        <QueryProblem query={list} title="Could not load the list" />
        {list.isPending && <Loading what="the events" />}
        {found.length > 0 && <EventTable events={found} />}
        {list.isSuccess && found.length === 0 && !list.hasNextPage && <Nothing isFiltered={type !== undefined} />}
        <OlderOnes list={list} isEmpty={found.length === 0} />
      </div>
      {opened && <EventById id={opened} onClose={() => setSearch({ ...(type && { type }) })} />}
    </Page>
  );
}

function useEvents(type: EventType | undefined) {
  const { api } = usePanel();
  return useInfiniteQuery({
    queryKey: ["events", type ?? ""],
    initialPageParam: "",
    queryFn: ({ pageParam }) => {
      const query = { ...(type && { types: type }), ...(pageParam && { cursor: pageParam }) };
      return answerOf(api.GET("/panel/api/events", { params: { query } }));
    },
    getNextPageParam: (last) => last.next_cursor,
    // The list is refreshed only while it has one page, so that reading further repeats no request.
    refetchInterval: pollEvery(REFRESH_MS, ({ pages }) => pages.length > 1),
  });
}

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon="events" title="Nothing matches" action={<ButtonLink to="/events">Show all</ButtonLink>}>
      No event of the last 30 days has this type.
    </EmptyState>
  ) : (
    <EmptyState
      icon="events"
      title="No event yet"
      action={<ButtonLink to="/notifications">Send a notification</ButtonLink>}
    >
      What happens to a notification shows here at once, for 30 days. Programs read the same, or get it by webhook.
    </EmptyState>
  );
