import { useInfiniteQuery } from "@tanstack/react-query";
import { Link, useSearchParams } from "wouter";
import { answerOf } from "../../api/client.ts";
import { pollEvery } from "../../api/poll-every.ts";
import { useSettled } from "../../api/use-settled.ts";
import { EmptyState } from "../../components/empty-state.tsx";
import { SelectField, TextField } from "../../components/field.tsx";
import { Loading } from "../../components/loading.tsx";
import { OlderOnes } from "../../components/older-ones.tsx";
import { Problem } from "../../components/problem.tsx";
import { Time } from "../../components/time.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { type Conversation, customerTitle, phoneText } from "./message-text.ts";
import { WindowBadge } from "./window-badge.tsx";

const REFRESH_MS = 3000;
const WINDOWS = [
  { value: "", label: "All" },
  { value: "open", label: "Window open" },
  { value: "closed", label: "Window closed" },
] as const;

interface Filters {
  readonly window?: "open" | "closed";
  readonly q?: string;
}

function filtersIn(search: URLSearchParams): Filters {
  const window = search.get("window");
  const q = search.get("q");
  return { ...(window === "open" || window === "closed" ? { window } : {}), ...(q ? { q } : {}) };
}

/** A conversation that moves while the reader pages comes on two pages: it keeps its first place and shows the later state. */
const eachOnce = (listed: readonly Conversation[]): readonly Conversation[] => [
  ...new Map(listed.map((one) => [one.id, one])).values(),
];

/** The list of conversations; the filters live in the address. */
export function Inbox({ current }: { readonly current?: string }) {
  const [search, setSearch] = useSearchParams();
  const filters = filtersIn(search);
  const list = useConversations(filters);
  const found = eachOnce(list.data?.pages.flatMap(({ conversations }) => conversations) ?? []);
  return (
    <section className="inbox" aria-label="Conversations">
      <form className="choices" onSubmit={(event) => event.preventDefault()}>
        <TextField
          label="Number"
          type="search"
          inputMode="tel"
          isOptionalSaid={false}
          defaultValue={filters.q ?? ""}
          onChange={({ target }) => setSearch({ ...filters, q: target.value }, { replace: true })}
        />
        <SelectField
          label="Window"
          options={WINDOWS}
          value={filters.window ?? ""}
          onChange={(value) => setSearch({ ...filters, window: value }, { replace: true })}
        />
      </form>
      {list.isPending && <Loading what="the conversations" />}
      {list.isError && (
        <Problem title="Could not load the list" error={list.error} onRetry={() => void list.refetch()} />
      )}
      <ul>
        {found.map((conversation) => (
          <Entry
            key={conversation.id}
            conversation={conversation}
            search={search.toString()}
            isCurrent={conversation.id === current}
          />
        ))}
      </ul>
      {list.isSuccess && found.length === 0 && !list.hasNextPage && <Nothing isFiltered={search.size > 0} />}
      <OlderOnes list={list} isEmpty={found.length === 0} />
    </section>
  );
}

function useConversations(filters: Filters) {
  const { api } = usePanel();
  const { window } = filters;
  const q = useSettled(filters.q ?? "");
  return useInfiniteQuery({
    queryKey: ["conversations", window, q],
    initialPageParam: "",
    queryFn: ({ pageParam }) =>
      answerOf(
        api.GET("/panel/api/chat-conversations", {
          params: {
            query: { ...(window && { window }), ...(q && { q }), ...(pageParam && { cursor: pageParam }) },
          },
        }),
      ),
    getNextPageParam: (last) => last.next_cursor,
    placeholderData: (before) => before,
    // Only while the reader looks at the first page: reading further asks for nothing again.
    refetchInterval: pollEvery(REFRESH_MS, ({ pages }) => pages.length > 1),
  });
}

interface EntryProps {
  readonly conversation: Conversation;
  /** The list's filters go along, so that it stays as it is beside the conversation. */
  readonly search: string;
  readonly isCurrent: boolean;
}

const Entry = ({ conversation, search, isCurrent }: EntryProps) => (
  <li>
    <Link
      to={`/conversations/${conversation.id}${search && `?${search}`}`}
      aria-current={isCurrent ? "true" : undefined}
    >
      <Customer conversation={conversation} />
      <span className="message-foot">
        <WindowBadge expiresAt={conversation.service_window_expires_at} />
        <Time at={conversation.updated_at} />
      </span>
    </Link>
  </li>
);

const Customer = ({ conversation }: { readonly conversation: Conversation }) => (
  <span className="customer">
    <strong>{customerTitle(conversation)}</strong>
    {conversation.customer_name && <span className="t2">{phoneText(conversation)}</span>}
  </span>
);

const Nothing = ({ isFiltered }: { readonly isFiltered: boolean }) => (
  <EmptyState icon="chat" title={isFiltered ? "Nothing matches" : "No conversation yet"}>
    {isFiltered
      ? "No customer has this number and window."
      : "A conversation begins when a customer writes to one of your numbers."}
  </EmptyState>
);
