import { useState } from "react";
import { Button } from "../../../components/button.tsx";
import { Problem } from "../../../components/problem.tsx";
import type { Filters } from "../filters.ts";
import { isOver, type Listed, wasSentAgain } from "../outcome.ts";
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
  const [again, setAgain] = useState(false);
  const able = ableOf(rows, again);
  const [passed, setPassed] = useState(0);
  const chooseAll = () =>
    matching.begin(async (pages, onCount) => {
      const { rows: first, repeated: left } = await firstOf(pages, onCount);
      setPassed(left);
      choose(first);
    });
  const isBusy = controls.run?.state === "running" || controls.run?.state === "paused";
  const leave = () => {
    clear();
    setPassed(0);
  };
  const close = () => {
    setAsked(undefined);
    setAgain(false);
  };
  const begin = (kind: RunKind) => {
    close();
    const ids = able[kind].map(({ id }) => id);
    if (controls.begin(kind, ids)) leave();
  };
  if (chosen.size === 0 && matching.reading === undefined && passed === 0) return null;
  return (
    <section className="filters many" aria-label="Chosen notifications">
      <Choosing {...{ matching, passed }} chosen={chosen.size} onChoose={() => void chooseAll()} />
      <span className="grow" />
      {isBusy && <span className="s t3">One run at a time.</span>}
      <RunButtons
        resend={able.over.length}
        cancel={able.cancel.length}
        isDisabled={isBusy || matching.isRunning}
        onAsk={setAsked}
      />
      <Button isSmall look="quiet" onClick={leave}>
        Clear the choice
      </Button>
      {matching.reading?.error != null && <Problem title="Could not find all" error={matching.reading.error} />}
      {asked && (
        <ManyDialog
          kind={asked}
          rows={able[asked]}
          left={rows.length - (asked === "resend" ? able.over : able.cancel).length}
          repeated={able.over.filter(wasSentAgain).length}
          includesRepeated={again}
          onInclude={setAgain}
          onConfirm={() => begin(asked)}
          onClose={close}
        />
      )}
    </section>
  );
}

/** A second run would send twice what the first one has sent, so that is left out unless somebody says otherwise. */
function ableOf(rows: readonly Listed[], includesRepeated: boolean) {
  const over = rows.filter(isOver);
  const resend = includesRepeated ? over : over.filter((row) => !wasSentAgain(row));
  return { over, resend, cancel: rows.filter(({ status }) => status === "pending") };
}

interface ChoosingProps {
  readonly matching: ReturnType<typeof useMatching>;
  /** The number of notifications that were passed over, because they have been sent again before. */
  readonly passed: number;
  readonly chosen: number;
  readonly onChoose: () => void;
}

const Choosing = ({ matching, passed, chosen, onChoose }: ChoosingProps) => (
  <>
    <span className="b num" role="status">
      {matching.isRunning ? `Looking: ${matching.reading?.count} found` : `${chosen} chosen`}
    </span>
    {matching.isRunning ? (
      <Button key="stop" isSmall onClick={matching.stop}>
        Stop looking
      </Button>
    ) : (
      <Button key="choose" isSmall onClick={onChoose}>
        Choose all that match
      </Button>
    )}
    {chosen === MOST_CHOSEN && <span className="s t3">At most {MOST_CHOSEN} at once: the newest.</span>}
    {passed > 0 && (
      <span className="s t3">
        {passed === 1 ? "1 was sent again before and is" : `${passed} were sent again before and are`} not chosen.
      </span>
    )}
  </>
);

interface Found {
  readonly rows: readonly Listed[];
  /** The number of rows that were passed over, because they have been sent again before. */
  readonly repeated: number;
}

/**
 * Reads pages until there are as many rows as may be chosen. It passes over those that have been sent again, so that a
 * second run does what the first one left.
 */
async function firstOf(pages: AsyncIterable<readonly Listed[]>, onCount: (count: number) => void): Promise<Found> {
  const rows: Listed[] = [];
  let repeated = 0;
  for await (const page of pages) {
    const fresh = page.filter((row) => !wasSentAgain(row));
    repeated += page.length - fresh.length;
    rows.push(...fresh);
    onCount(Math.min(rows.length, MOST_CHOSEN));
    if (rows.length >= MOST_CHOSEN) break;
  }
  return { rows, repeated };
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
