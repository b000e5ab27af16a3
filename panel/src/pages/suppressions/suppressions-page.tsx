import { Suspense, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { doneOf } from "../../api/client.ts";
import { Button, ButtonLink } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { OlderOnes } from "../../components/older-ones.tsx";
import { Page } from "../../components/page.tsx";
import { part } from "../../components/part.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { useDelayedDelete } from "../../components/use-delayed-delete.ts";
import { ExportButton } from "../../csv/export-button.tsx";
import { useAskedForNew } from "../../layout/use-asked-for-new.ts";
import { useReading } from "../../long-work/use-reading.ts";
import { usePanel } from "../../session/session-context.tsx";
import { FilterBar } from "./filter-bar.tsx";
import { ImportBox } from "./import/import-box.tsx";
import { useImport } from "./import/use-import.ts";
import { type Filters, filtersIn, SUPPRESSIONS, type Suppression } from "./suppression.ts";
import { SuppressionTable } from "./suppression-table.tsx";
import { isIncomplete, matchingPages, useSuppressions } from "./use-suppressions.ts";

const SuppressDialog = part(async () => (await import("./suppress-dialog.tsx")).SuppressDialog);
const ImportDialog = part(async () => (await import("./import/import-dialog.tsx")).ImportDialog);

const PATH = "/suppressions";

/** Lists to whom nothing is sent. The filters are part of the address, so that a notification can link to its suppression. */
export function SuppressionsPage() {
  const search = useSearch();
  const [, navigate] = useLocation();
  const filters = filtersIn(new URLSearchParams(search));
  const list = useSuppressions(filters);
  const controls = useImport();
  const [open, setOpen] = useState<"add" | "import">();
  const close = () => setOpen(undefined);
  const { deletion, remove } = useRemoval();
  useAskedForNew(PATH, () => setOpen("add"));
  const all = isIncomplete(filters) ? [] : (list.data?.pages.flatMap(({ suppressions }) => suppressions) ?? []);
  const found = all.filter(({ id }) => !deletion.isGone(id));
  const change = (names: Readonly<Record<string, string>>, isTyping = false) => {
    const given = Object.entries(names).filter(([, value]) => value !== "");
    const text = new URLSearchParams(given).toString();
    navigate(text === "" ? PATH : `${PATH}?${text}`, { replace: isTyping });
  };
  const done = (suppression: Suppression) => {
    deletion.keep(suppression.id);
    close();
  };
  return (
    <Page
      title="Suppressions"
      actions={<HeadActions filters={filters} hasRows={found.length > 0} onOpen={setOpen} />}
      isWhole
    >
      <FilterBar filters={filters} onChange={change} />
      <ImportBox controls={controls} />
      <div className="body">
        <QueryProblem query={list} title="Could not load the list" />
        {list.isLoading && <Loading what="the suppressions" />}
        {found.length > 0 && <SuppressionTable rows={found} deletion={deletion} onDelete={remove} />}
        {(list.isSuccess || isIncomplete(filters)) && found.length === 0 && <Nothing filters={filters} />}
        {!isIncomplete(filters) && <OlderOnes list={list} isEmpty={found.length === 0} />}
      </div>
      <Suspense>
        {open === "add" && <SuppressDialog onDone={done} onClose={close} />}
        {open === "import" && <ImportDialog controls={controls} onClose={close} />}
      </Suspense>
    </Page>
  );
}

/** A suppression is deleted when that can no longer be undone, so that undoing makes no new one. */
function useRemoval() {
  const { api } = usePanel();
  const deletion = useDelayedDelete();
  const remove = ({ id, recipient }: Suppression) =>
    deletion.remove({
      id,
      text: `The suppression of ${recipient} is deleted`,
      request: () => doneOf(api.DELETE("/api/v1/suppressions/{id}", { params: { path: { id } }, keepalive: true })),
    });
  return { deletion, remove };
}

interface HeadActionsProps {
  readonly filters: Filters;
  readonly hasRows: boolean;
  readonly onOpen: (what: "add" | "import") => void;
}

function HeadActions({ filters, hasRows, onOpen }: HeadActionsProps) {
  const { api } = usePanel();
  const reading = useReading<Suppression>((patience) => matchingPages(api, filters, patience));
  return (
    <>
      {hasRows && <ExportButton sheet={SUPPRESSIONS} reading={reading} noun="suppression" />}
      <Button isSmall look="quiet" icon="upload" isTerse onClick={() => onOpen("import")}>
        Import CSV
      </Button>
      <Button isSmall look="primary" icon="plus" onClick={() => onOpen("add")}>
        Suppress a recipient
      </Button>
    </>
  );
}

function Nothing({ filters }: { readonly filters: Filters }) {
  if (isIncomplete(filters))
    return (
      <EmptyState icon="search" title="The whole address">
        Suppressions are found by a whole address or number, such as ana@shop.example or +351912345678. Its spelling
        does not matter.
      </EmptyState>
    );
  if (filters.q !== undefined || filters.reason !== undefined)
    return (
      <EmptyState icon="suppression" title="Nothing matches" action={<ButtonLink to={PATH}>Show all</ButtonLink>}>
        {filters.reason === undefined ? "This recipient is not suppressed." : "No suppression has all of this."}
      </EmptyState>
    );
  return (
    <EmptyState icon="suppression" title="Nobody is suppressed">
      Nothing is sent to an address or number that stands here. Mailboxes that do not exist, complaints and unsubscribed
      topics come by themselves; others can be added by hand, or imported from your last provider. A notification to a
      suppressed recipient is accepted, and its timeline says that it was left out.
    </EmptyState>
  );
}
