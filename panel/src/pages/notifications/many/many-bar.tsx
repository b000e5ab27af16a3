import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Problem } from "../../../components/problem.tsx";
import type { Filters } from "../filters.ts";
import { isOver, type Listed } from "../outcome.ts";
import { ManyDialog } from "./many-dialog.tsx";
import type { RunKind } from "./run.ts";
import { useMatching } from "./use-matching.ts";
import type { RunControls } from "./use-run.ts";
import { MOST_CHOSEN, type Selection } from "./use-selection.ts";

interface ManyBarProps {
  readonly selection: Selection;
  /** The rows as the list shows them now. */
  readonly found: readonly Listed[];
  readonly filters: Filters;
  readonly controls: RunControls;
}

/** Shows what is chosen, and what can be done with all of it. */
export function ManyBar({ selection, found, filters, controls }: ManyBarProps) {
  const { chosen, choose, clear } = selection;
  const [asked, setAsked] = useState<RunKind>();
  const matching = useMatching(filters);
  const now = new Map(found.map((row) => [row.id, row]));
  const rows = [...chosen.values()].map((row) => now.get(row.id) ?? row);
  const able = { resend: rows.filter(isOver), cancel: rows.filter(({ status }) => status === "pending") };
  const chooseAll = () => matching.begin(async (pages, onCount) => choose(await firstOf(pages, onCount)));
  const isBusy = controls.run?.state === "running" || controls.run?.state === "paused";
  const begin = (kind: RunKind) => {
    setAsked(undefined);
    const ids = able[kind].map(({ id }) => id);
    if (controls.begin(kind, ids)) clear();
  };
  if (chosen.size === 0 && matching.reading === undefined) return null;
  return (
    <section className="filters many" aria-label="Chosen notifications">
      <span className="b num" role="status">
        {matching.isRunning ? `Looking: ${matching.reading?.count} found` : `${chosen.size} chosen`}
      </span>
      {matching.isRunning ? (
        <Button isSmall onClick={matching.stop}>
          Stop looking
        </Button>
      ) : (
        <Button isSmall onClick={() => void chooseAll()}>
          Choose all that match
        </Button>
      )}
      {chosen.size === MOST_CHOSEN && <span className="s t3">At most {MOST_CHOSEN} at once: the newest.</span>}
      <span className="grow" />
      {isBusy && <span className="s t3">One run at a time.</span>}
      <RunButtons
        resend={able.resend.length}
        cancel={able.cancel.length}
        isDisabled={isBusy || matching.isRunning}
        onAsk={setAsked}
      />
      <Button isSmall look="quiet" onClick={clear}>
        Clear the choice
      </Button>
      {matching.reading?.error != null && <Problem title="Could not find all" error={matching.reading.error} />}
      {asked && (
        <ManyDialog
          kind={asked}
          rows={able[asked]}
          left={rows.length - able[asked].length}
          onConfirm={() => begin(asked)}
          onClose={() => setAsked(undefined)}
        />
      )}
    </section>
  );
}

/** Reads pages until there are as many rows as may be chosen. */
async function firstOf(pages: AsyncIterable<readonly Listed[]>, onCount: (count: number) => void): Promise<Listed[]> {
  const all: Listed[] = [];
  for await (const page of pages) {
    all.push(...page);
    onCount(Math.min(all.length, MOST_CHOSEN));
    if (all.length >= MOST_CHOSEN) break;
  }
  return all;
}

interface RunButtonsProps {
  /** The numbers of chosen notifications that can be sent again, and that can be canceled. */
  readonly resend: number;
  readonly cancel: number;
  readonly isDisabled: boolean;
  readonly onAsk: (kind: RunKind) => void;
}

function RunButtons({ resend, cancel, isDisabled, onAsk }: RunButtonsProps) {
  return (
    <>
      {resend > 0 && (
        <Button isSmall icon="sent" disabled={isDisabled} onClick={() => onAsk("resend")}>
          Send {resend} again
        </Button>
      )}
      {cancel > 0 && (
        <Button isSmall disabled={isDisabled} onClick={() => onAsk("cancel")}>
          Cancel {cancel}
        </Button>
      )}
    </>
  );
}
