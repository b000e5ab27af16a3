import { useState } from "react";
import { Button } from "../../components/button.tsx";
import { EmptyState } from "../../components/empty-state.tsx";
import { Loading } from "../../components/loading.tsx";
import { Page } from "../../components/page.tsx";
import { QueryProblem } from "../../components/query-problem.tsx";
import { shownText } from "../../components/shown-text.ts";
import { Time } from "../../components/time.tsx";
import { useKeys } from "../../layout/shortcuts.ts";
import { type Approval, stepFrom, titleOf } from "./approval.ts";
import { OpenedApproval } from "./opened-approval.tsx";
import { useApprovals } from "./use-approvals.ts";

/** Shows what waits for a person, because its API key requires approval: the one that is opened as its recipient will see it. */
export function ApprovalsPage() {
  const list = useApprovals();
  const [chosen, setChosen] = useState<string>();
  const all = list.data?.pages.flatMap(({ approvals }) => approvals) ?? [];
  const opened = all.find(({ id }) => id === chosen) ?? all[0];
  const ids = all.map(({ id }) => id);
  const step = (by: 1 | -1) => setChosen(stepFrom(ids, opened?.id, by));
  useKeys({ j: () => step(1), k: () => step(-1) });
  return (
    <Page
      title="Approvals"
      intro="What is sent with an API key that requires approval leaves once somebody approves it. After 24 hours without a decision it is canceled."
    >
      <QueryProblem query={list} title="Could not load what waits for approval" />
      {list.isPending && <Loading what="what waits for approval" />}
      {list.data && all.length === 0 && (
        <EmptyState icon="check" title="Nothing waits for approval">
          Make an API key that requires approval, for example for an assistant: what it sends appears here.
        </EmptyState>
      )}
      {opened && (
        <div className="stack">
          <ApprovalList all={all} openedId={opened.id} onOpen={setChosen} />
          {list.hasNextPage && (
            <div className="more">
              <Button isBusy={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
                Load more
              </Button>
            </div>
          )}
          <OpenedApproval key={opened.id} approval={opened} onDecided={() => setChosen(nextOf(ids, opened.id))} />
        </div>
      )}
    </Page>
  );
}

/** After a decision, the next one is opened, or the one before if there is none. */
function nextOf(ids: readonly string[], id: string): string | undefined {
  const next = stepFrom(ids, id, 1);
  return next === id ? stepFrom(ids, id, -1) : next;
}

interface ListProps {
  readonly all: readonly Approval[];
  readonly openedId: string;
  readonly onOpen: (id: string) => void;
}

const ApprovalList = ({ all, openedId, onOpen }: ListProps) => (
  <ul className="box" aria-label="Waiting for approval">
    {all.map((approval) => (
      <li key={approval.id} className="item">
        <div className="grow col">
          <bdi className="b any-break">{shownText(titleOf(approval))}</bdi>
          <span className="t3 s any-break">
            To {shownText(approval.notification.recipient ?? "")}, by {shownText(approval.requested_by.name)},{" "}
            <Time at={approval.requested_at} />
          </span>
        </div>
        <Button isSmall aria-pressed={approval.id === openedId} onClick={() => onOpen(approval.id)}>
          {approval.id === openedId ? "Shown" : "Show"}
        </Button>
      </li>
    ))}
  </ul>
);
