import { ActionIcon, SegmentedControl, TextInput } from "@mantine/core";
import { Suspense, useEffect, useRef } from "react";
import { Link, useLocation, useSearch, useSearchParams } from "wouter";
import { isOneOf } from "../../api/is-one-of.ts";
import { Button } from "../../components/button.tsx";
import { Icon } from "../../components/icon.tsx";
import { part } from "../../components/part.tsx";
import { useKeys } from "../../layout/shortcuts.ts";
import { countText, useCounts } from "../../layout/use-counts.ts";
import { ConversationList } from "./conversation-list.tsx";
import { type Filters, filtersIn, searchOf, VIEWS } from "./filters.ts";
import type { Conversation } from "./message-text.ts";
import { useAlerts } from "./use-alerts.ts";
import { useConversations } from "./use-conversations.ts";

const InboxMenu = part(async () => (await import("./inbox-menu.tsx")).InboxMenu);

/** A conversation that moves during paging may come on two pages; it keeps its first place and shows the later state. */
const eachOnce = (listed: readonly Conversation[]): readonly Conversation[] => [
  ...new Map(listed.map((one) => [one.id, one])).values(),
];

/** Shows the list of conversations; the filters are part of the address. */
export function InboxPane({ current }: { readonly current?: string }) {
  const [search, setSearch] = useSearchParams();
  const filters = filtersIn(search);
  const list = useConversations(filters);
  const found = eachOnce(list.data?.pages.flatMap(({ conversations }) => conversations) ?? []);
  const setFilters = (changed: Filters) => setSearch(searchOf(changed), { replace: true });
  useAlerts(found);
  useStep(found, current);
  const Title = current === undefined ? "h1" : "h2";
  return (
    <section aria-label="Conversations" className={current === undefined ? "" : "desk"}>
      <header className="bar">
        <Title tabIndex={-1}>Conversations</Title>
        <span className="grow" />
        <ActionIcon component={Link} href="/conversations/new" aria-label="New conversation" title="New conversation">
          <Icon name="plus" />
        </ActionIcon>
        <Suspense>
          <InboxMenu filters={filters} onChange={setFilters} />
        </Suspense>
      </header>
      <FilterFields filters={filters} onChange={setFilters} />
      <ConversationList list={list} found={found} {...{ current, filters }} />
    </section>
  );
}

/** J and K open the next and the previous conversation. */
function useStep(found: readonly Conversation[], current: string | undefined): void {
  const [, navigate] = useLocation();
  const search = useSearch();
  const at = found.findIndex(({ id }) => id === current);
  const to = (step: number) => () => {
    const next = found[current === undefined ? 0 : at + step];
    if (next) navigate(`/conversations/${next.id}${search && `?${search}`}`);
  };
  useKeys({ j: to(1), k: to(-1) });
}

interface FilterFieldsProps {
  readonly filters: Filters;
  readonly onChange: (filters: Filters) => void;
}

function FilterFields({ filters, onChange }: FilterFieldsProps) {
  const counts = useCounts();
  const field = useRef<HTMLInputElement>(null);
  useKeys({ "/": () => field.current?.focus() });
  const { q = "", view, window } = filters;
  // A search in the address appears in the field too.
  useEffect(() => {
    if (field.current && field.current.value.trim() !== q.trim()) field.current.value = q;
  }, [q]);
  return (
    <div className="inbox-filters">
      <TextInput
        ref={field}
        type="search"
        aria-label="Search conversations"
        placeholder="Name, number or text"
        leftSection={<Icon name="search" />}
        defaultValue={q}
        onChange={({ target }) => onChange({ ...filters, q: target.value })}
      />
      <SegmentedControl
        fullWidth
        aria-label="Which conversations"
        value={view}
        onChange={(chosen) => onChange({ ...filters, view: isOneOf(VIEWS, chosen) ? chosen : "all" })}
        data={[
          { value: "all", label: "All" },
          { value: "waiting", label: `Waiting ${countText(counts.data?.waiting)}` },
          { value: "unread", label: `Unread ${countText(counts.data?.unread)}` },
          { value: "done", label: "Done" },
        ]}
      />
      {window && (
        <p className="row s t2">
          Only those whose window is {window}
          <Button isSmall look="quiet" onClick={() => onChange({ view, ...(q && { q }) })}>
            Show all
          </Button>
        </p>
      )}
    </div>
  );
}
