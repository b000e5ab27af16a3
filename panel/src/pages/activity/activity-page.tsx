import { useInfiniteQuery } from "@tanstack/react-query";
import { useSearchParams } from "wouter";
import { answerOf } from "../../api/client.ts";
import { ButtonLink } from "../../components/button.tsx";
import { ChoiceMenu, chosenOf } from "../../components/choice-menu.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { OlderOnes } from "../../components/older-ones.tsx";
import { Page } from "../../components/page.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { useMe } from "../../session/use-me.ts";
import { ActivityTable } from "./activity-table.tsx";
import { type Entry, personText } from "./activity-text.ts";
import { type Filters, filtersIn, KIND_CHOICES, PERIODS, sinceOf } from "./filters.ts";

/** Lists changes by people, newest first; the filters are part of the address. */
export function ActivityPage() {
  const [search, setSearch] = useSearchParams();
  const filters = filtersIn(search);
  const list = useActivity(filters);
  const entries = list.data?.pages.flatMap(({ activity }) => activity) ?? [];
  return (
    <Page title="Activity" about={<span className="s t3 cut">Who changed what, kept for a year</span>} isWhole>
      <FilterBar filters={filters} entries={entries} onChange={(changed) => setSearch({ ...changed })} />
      <div className="body">
        <QueryProblem query={list} title="Could not load the activity" />
        {list.isPending && (
          <div className="pad">
            <Loading what="the activity" />
          </div>
        )}
        {entries.length > 0 && <ActivityTable entries={entries} />}
        {list.isSuccess && entries.length === 0 && !list.hasNextPage && <Nothing isFiltered={search.size > 0} />}
        <OlderOnes list={list} isEmpty={entries.length === 0} />
      </div>
    </Page>
  );
}

interface FilterBarProps {
  readonly filters: Filters;
  readonly entries: readonly Entry[];
  readonly onChange: (filters: Filters) => void;
}

function FilterBar({ filters, entries, onChange }: FilterBarProps) {
  const me = useMe();
  const { mode } = usePanel();
  const set =
    (name: keyof Filters) =>
    ([value = ""]: readonly string[]) =>
      onChange(filtersIn(new URLSearchParams({ ...filters, [name]: value })));
  const people = new Map(entries.map((entry) => [entry.actor.sub, personText(entry)]));
  return (
    <search className="filters">
      <ChoiceMenu name="Period" choices={PERIODS} chosen={chosenOf(filters.period)} onChange={set("period")} />
      <ChoiceMenu name="Kind" choices={KIND_CHOICES} chosen={chosenOf(filters.kind)} onChange={set("kind")} />
      <ChoiceMenu
        name="Person"
        choices={[...people].map(([value, label]) => ({ value, label }))}
        chosen={chosenOf(filters.actor)}
        onChange={set("actor")}
      />
      {me.data?.is_administrator && mode === "live" && (
        <ChoiceMenu
          name="Of"
          choices={[{ value: "administration", label: "Administration" }]}
          chosen={chosenOf(filters.of)}
          onChange={set("of")}
        />
      )}
    </search>
  );
}

function useActivity({ of, period, ...filters }: Filters) {
  const { api, time } = usePanel();
  return useInfiniteQuery({
    queryKey: ["activity", of ?? "", period ?? "", filters],
    initialPageParam: { cursor: "", since: period && sinceOf(period, time.now()) },
    queryFn: ({ pageParam: { cursor, since } }) => {
      const query = { ...filters, ...(since && { since }), ...(cursor && { cursor }) };
      return answerOf(
        of === "administration"
          ? api.GET("/admin/api/activity", { params: { query } })
          : api.GET("/panel/api/activity", { params: { query } }),
      );
    },
    // A cursor belongs to one listing, so later pages keep the start of the period.
    getNextPageParam: ({ next_cursor }, _pages, { since }) =>
      next_cursor ? { cursor: next_cursor, since } : undefined,
  });
}

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) =>
  isFiltered ? (
    <EmptyState icon="activity" title="Nothing matches" action={<ButtonLink to="/activity">Show all</ButtonLink>}>
      Nobody did this in the last year, or in the period.
    </EmptyState>
  ) : (
    <EmptyState icon="activity" title="No activity yet" action={<ButtonLink to="/">See the first steps</ButtonLink>}>
      What people change here is kept for a year: who, when, which record and which of its fields.
    </EmptyState>
  );
