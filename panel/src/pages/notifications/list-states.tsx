import { Skeleton } from "@mantine/core";
import { Suspense, useEffect, useRef } from "react";
import { Button, ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { part } from "../../components/part.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { Moment } from "./moment.tsx";
import { Columns } from "./notification-table.tsx";
import type { NotificationList } from "./use-notifications.ts";

const FirstSend = part(async () => (await import("./first-send.tsx")).FirstSend);

/** Says above the list why it is missing or out of date. */
export const ListHead = ({ listed: { list } }: { readonly listed: NotificationList }) => (
  <QueryProblem query={list} title="Could not load the list" />
);

interface ListFootProps {
  readonly listed: NotificationList;
  readonly isFiltered: boolean;
  /** True while a notification is open beside the list. */
  readonly isShort: boolean;
}

/** Says below the list that more is loading, how far the search went, or that nothing was found. */
export function ListFoot({ listed, isFiltered, isShort }: ListFootProps) {
  const { list, found, looksOn, lookedBackTo } = listed;
  if (list.isPending) return <RowSkeletons isShort={isShort} />;
  if (!list.isSuccess && found.length === 0) return null;
  if (list.hasNextPage)
    return (
      <div className="more" role="status">
        <End onSeen={listed.comeToEnd} count={found.length} />
        {found.length === 0 && <p className="t2">{looksOn ? "Looking further back…" : "None among the newest."}</p>}
        {lookedBackTo && (
          <p className="s t3">
            Looked back to <Moment at={lookedBackTo} />
          </p>
        )}
        <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          Load older ones
        </Button>
      </div>
    );
  if (found.length > 0) return null;
  return isFiltered ? (
    <NothingMatches />
  ) : (
    <Suspense>
      <FirstSend />
    </Suspense>
  );
}

interface EndProps {
  readonly onSeen: () => void;
  /** The number of rows above. When the number changes and the end is still in sight, the next page is loaded. */
  readonly count: number;
}

/** The end of the list loads older notifications when it comes into sight. */
function End({ onSeen, count }: EndProps) {
  const place = useRef<HTMLSpanElement>(null);
  const latest = useRef(onSeen);
  latest.current = onSeen;
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new `count` must observe again
  useEffect(() => {
    if (place.current === null) return;
    const observer = new IntersectionObserver((entries) => {
      if (entries.some(({ isIntersecting }) => isIntersecting)) latest.current();
    });
    observer.observe(place.current);
    return () => observer.disconnect();
  }, [count]);
  return <span ref={place} />;
}

const WIDTHS = [46, 62, 38, 55, 49, 66, 41, 58, 44, 60, 52, 36];

/** The placeholders use the final columns, so that nothing moves when the rows arrive. */
const RowSkeletons = ({ isShort }: { readonly isShort: boolean }) => (
  <div role="status" className="wait">
    <span className="vh">Loading the notifications…</span>
    <table className="tbl desk" aria-hidden="true">
      <Columns isShort={isShort} />
      <tbody>
        {WIDTHS.map((width) => (
          <tr key={width}>
            {!isShort && <td />}
            <td>
              <Skeleton h={12} w={80} />
            </td>
            {[width + 20, width, ...(isShort ? [] : [60, 70])].map((wide, i) => (
              // biome-ignore lint/suspicious/noArrayIndexKey: the columns never change
              <td key={i}>
                <Skeleton h={12} w={`${wide}%`} />
              </td>
            ))}
            <td>
              <Skeleton h={12} w={48} ml="auto" />
            </td>
          </tr>
        ))}
      </tbody>
    </table>
    <div className="phone col">
      {WIDTHS.map((width) => (
        <div key={width} className="skeleton-row">
          <Skeleton h={12} w={`${width}%`} />
          <Skeleton h={12} w={56} />
        </div>
      ))}
    </div>
  </div>
);

const NothingMatches = () => (
  <EmptyState
    icon="notifications"
    title="Nothing matches"
    action={<ButtonLink to="/notifications">Show all</ButtonLink>}
  >
    No notification has all of this. A search looks for each word in recipient, subject and metadata.
  </EmptyState>
);
