import { useVirtualizer } from "@tanstack/react-virtual";
import { useEffect, useState } from "react";
import { useSearch } from "wouter";
import { ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { OlderOnes } from "../../components/older-ones.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { ConversationEntry } from "./conversation-entry.tsx";
import type { Filters } from "./filters.ts";
import { type Conversation, dateText } from "./message-text.ts";
import type { useConversations } from "./use-conversations.ts";
import { useRunningNow } from "./window-ring.tsx";

const ROW_PX = 63;
const BEYOND = 8;

interface ConversationListProps {
  readonly list: ReturnType<typeof useConversations>;
  readonly found: readonly Conversation[];
  readonly current: string | undefined;
  readonly filters: Filters;
}

export function ConversationList({ list, found, current, filters }: ConversationListProps) {
  // The frame is kept as state, because the rows can measure themselves only after it exists.
  const [frame, setFrame] = useState<HTMLDivElement | null>(null);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
    <div ref={setFrame} className="body line-top" tabIndex={0}>
      {list.isPending && (
        <div className="pad-row">
          <Loading what="the conversations" />
        </div>
      )}
      <QueryProblem query={list} title="Could not load the list" />
      {frame && found.length > 0 && <Rows frame={frame} {...{ list, found, current }} />}
      {list.isSuccess && found.length === 0 && !list.hasNextPage && <Nothing filters={filters} />}
      <LookedAt list={list} />
      {list.isSuccess && <OlderOnes list={list} isEmpty={found.length === 0} />}
    </div>
  );
}

interface RowsProps extends Omit<ConversationListProps, "filters"> {
  readonly frame: HTMLDivElement;
}

/** Renders only the rows that are in sight. */
function Rows({ frame, list, found, current }: RowsProps) {
  const search = useSearch();
  const now = useRunningNow();
  const rows = useVirtualizer({
    count: found.length,
    getScrollElement: () => frame,
    estimateSize: () => ROW_PX,
    overscan: BEYOND,
    getItemKey: (index) => found[index]?.id ?? index,
  });
  const shown = rows.getVirtualItems();
  const isAtEnd = (shown.at(-1)?.index ?? 0) >= found.length - 1;
  const { hasNextPage, isFetchingNextPage, fetchNextPage } = list;
  const isSearch = list.data?.pages.some(({ looked_at }) => looked_at !== undefined) ?? false;
  useEffect(() => {
    // A search reads further pages only on request, because it may read many without a hit.
    if (isAtEnd && hasNextPage && !isFetchingNextPage && !isSearch) void fetchNextPage();
  }, [isAtEnd, hasNextPage, isFetchingNextPage, fetchNextPage, isSearch]);
  return (
    <ul className="rows" style={{ height: rows.getTotalSize() }}>
      {shown.map(({ index, key, start }) => {
        const conversation = found[index];
        return (
          conversation && (
            <li
              key={key}
              ref={rows.measureElement}
              data-index={index}
              aria-setsize={found.length}
              aria-posinset={index + 1}
              style={{ transform: `translateY(${start}px)` }}
            >
              <ConversationEntry {...{ conversation, search, now }} isCurrent={conversation.id === current} />
            </li>
          )
        );
      })}
    </ul>
  );
}

/** Says how far a search in the messages has come. */
function LookedAt({ list }: Pick<ConversationListProps, "list">) {
  const looked = list.data?.pages.flatMap(({ looked_at: at }) => (at ? [at] : [])) ?? [];
  const last = looked.at(-1);
  if (last === undefined) return null;
  const count = looked.reduce((sum, { conversations }) => sum + conversations, 0);
  return (
    <p className="s t3 pad-row" role="status">
      Looked through the newest messages of {count} {count === 1 ? "conversation" : "conversations"}, back to{" "}
      {dateText(last.back_to)}.
    </p>
  );
}

const NOTHING: Readonly<Record<Filters["view"], string>> = {
  all: "A conversation begins when a customer writes to one of your numbers.",
  waiting: "Nobody waits for an answer.",
  unread: "Everything has been read.",
  done: "A conversation that you mark as done moves here, until its customer writes again.",
};

function Nothing({ filters: { view, window, q } }: Pick<ConversationListProps, "filters">) {
  const { config } = usePanel();
  const simulator = config.tools.find(({ label }) => /chat/i.test(label));
  if (q || window)
    return (
      <EmptyState icon="search" title="Nothing matches">
        No customer has this name or number, and no message these words.
      </EmptyState>
    );
  return (
    <EmptyState
      icon="chat"
      title={view === "all" ? "No conversation yet" : "None here"}
      action={
        view === "all" &&
        (simulator ? (
          <a className="link" href={simulator.url} target="_blank" rel="noreferrer">
            Write as a customer
          </a>
        ) : (
          <ButtonLink to="/conversations/new">Write first, by a template</ButtonLink>
        ))
      }
    >
      {NOTHING[view]}
    </EmptyState>
  );
}
