import { useMediaQuery } from "@mantine/hooks";
import { Suspense, useEffect, useRef } from "react";
import { useLocation, useParams, useSearch } from "wouter";
import { Button, ButtonLink } from "../../components/button.tsx";
import { Page } from "../../components/page.tsx";
import { part } from "../../components/part.tsx";
import { usePanel } from "../../session/session-context.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { type Filters, filtersIn, isFiltered, searchOf } from "./filters.ts";
import { ListFoot, ListHead } from "./list-states.tsx";
import { useRun } from "./many/use-run.ts";
import { useSelection } from "./many/use-selection.ts";
import { NotificationSheet } from "./notification-sheet.tsx";
import { NotificationCards, NotificationTable } from "./notification-table.tsx";
import { useListKeys } from "./use-list-keys.ts";
import { type NotificationList, useNotifications } from "./use-notifications.ts";
import { useRows } from "./use-rows.ts";

const ManyBar = part(async () => (await import("./many/many-bar.tsx")).ManyBar);
const RunBox = part(async () => (await import("./many/run-box.tsx")).RunBox);
const ExportNotifications = part(async () => (await import("./many/export-notifications.tsx")).ExportNotifications);

const PATH = "/notifications";

/** Shows the list and the open notification beside it. The filters are part of the address, so lists can be shared and Back works. */
export function NotificationsPage() {
  const { id: openId } = useParams<{ id?: string }>();
  const [, navigate] = useLocation();
  const given = useSearch();
  const search = given === "" ? "" : `?${given}`;
  const filters = filtersIn(new URLSearchParams(given));
  const listed = useNotifications(filters);
  const { found } = listed;
  // An owner without any notification gets the first steps instead of the filters.
  const isNew = listed.list.isSuccess && found.length === 0 && !listed.list.hasNextPage && !isFiltered(filters);
  const scroller = useRef<HTMLElement>(null);
  const searchBox = useRef<HTMLInputElement>(null);
  const rows = useRows(found.length, scroller);
  const selection = useSelection(given);
  const controls = useRun();
  // biome-ignore lint/correctness/useExhaustiveDependencies: a new list begins at its top
  useEffect(() => {
    scroller.current?.scrollTo({ top: 0 });
  }, [given]);
  const onClose = () => navigate(PATH + search);
  const neighbours = useListKeys({
    ids: found.map(({ id }) => id),
    openId,
    search: searchBox,
    onEnd: listed.comeToEnd,
    reveal: rows.reveal,
    onOpen: (id) => navigate(`${PATH}/${id}${search}`, { replace: true }),
    onClose,
    onChoose: (id) => {
      const row = found.find((one) => one.id === id);
      if (row) selection.toggle(row);
    },
  });
  const change = (changed: Filters, isTyping = false) => {
    const text = new URLSearchParams(searchOf(changed)).toString();
    navigate(`${openId === undefined ? PATH : `${PATH}/${openId}`}${text && `?${text}`}`, { replace: isTyping });
  };
  const List = useMediaQuery("(max-width: 48em)", false, { getInitialValueInEffect: false })
    ? NotificationCards
    : NotificationTable;
  return (
    <div className={openId === undefined ? "split solo" : "split"}>
      <div className="col">
        <Page title="Notifications" isWhole actions={<HeadActions listed={listed} filters={filters} />}>
          {!isNew && (
            <FilterBar searchRef={searchBox} filters={filters} isShort={openId !== undefined} onChange={change} />
          )}
          <Suspense>
            {selection.chosen.size > 0 && <ManyBar {...{ selection, found, filters, controls }} />}
            {controls.run && <RunBox controls={controls} />}
          </Suspense>
          <ListHead listed={listed} />
          {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
          <section className="body listing" ref={scroller} tabIndex={0} aria-label="List of notifications">
            {found.length > 0 && <List {...{ found, rows, openId, selection, search }} />}
            <ListFoot listed={listed} isFiltered={isFiltered(filters)} isShort={openId !== undefined} />
          </section>
        </Page>
      </div>
      {openId !== undefined && (
        <NotificationSheet
          id={openId}
          known={found.find(({ id }) => id === openId)}
          {...neighbours}
          onClose={onClose}
        />
      )}
    </div>
  );
}

interface HeadActionsProps {
  readonly listed: NotificationList;
  readonly filters: Filters;
}

const HeadActions = ({ listed, filters }: HeadActionsProps) => (
  <>
    <Live listed={listed} />
    {listed.found.length > 0 && (
      <Suspense>
        <ExportNotifications filters={filters} />
      </Suspense>
    )}
    <ButtonLink to="/notifications/new" icon="plus" isSmall>
      New message
    </ButtonLink>
  </>
);

/** A list of one page is refreshed automatically; a longer one has a button for it. */
function Live({ listed: { list, isLive } }: { readonly listed: NotificationList }) {
  const { mode } = usePanel();
  if (list.isPending) return null;
  if (isLive)
    return (
      <span className="row s t3" title="New ones appear by themselves">
        <span className="live" />
        {mode === "test" ? "Up to date" : "Live"}
      </span>
    );
  return (
    <Button isSmall look="quiet" icon="retry" isBusy={list.isRefetching} onClick={() => void list.refetch()}>
      Refresh
    </Button>
  );
}
