import { Link } from "wouter";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { save } from "../../../csv/save.ts";
import { csvLine } from "../../../csv/write-csv.ts";
import { isUnfinished } from "../../../long-work/long-runs.ts";
import { useNow } from "../../../session/use-now.ts";
import { isTooOld, type Refused, type Run, type RunKind } from "./run.ts";
import type { RunControls } from "./use-run.ts";

const DOING: Readonly<Record<RunKind, string>> = { resend: "Sending again", cancel: "Canceling" };
const DID: Readonly<Record<RunKind, string>> = { resend: "sent again", cancel: "canceled" };

/** Shows how far a run is and which notifications were refused and why, and lets the reader pause or stop the run. */
export function RunBox({ controls }: { readonly controls: RunControls }) {
  const { run, pause, resume, stop, dismiss } = controls;
  const now = useNow();
  if (run === undefined) return null;
  const { kind, items, done, refused, state, problem } = run;
  const canGoOn = state === "paused" && !isTooOld(run, now);
  return (
    <section className="run" aria-label={DOING[kind]}>
      <div className="row wrap">
        <span className="b" role="status">
          {headOf(run)}
        </span>
        <span className="t3 num">
          {done} of {items.length}
        </span>
        <span className="grow" />
        {state === "running" && (
          <Button isSmall onClick={pause}>
            Pause
          </Button>
        )}
        {canGoOn && (
          <Button isSmall look="primary" onClick={resume}>
            Go on
          </Button>
        )}
        {isUnfinished(run) ? (
          <Button isSmall onClick={stop}>
            Stop
          </Button>
        ) : (
          <Button isSmall onClick={dismiss}>
            Close
          </Button>
        )}
      </div>
      <progress aria-label={DOING[kind]} value={done} max={items.length} />
      {problem && isUnfinished(run) && (
        <Notice kind="warn">
          <p>
            {problem}
            {canGoOn && " It can go on where it was: nothing is done twice."}
          </p>
        </Notice>
      )}
      {state === "paused" && !canGoOn && (
        <p className="t2">It began too long ago to go on safely. Stop it and choose what is left.</p>
      )}
      {kind === "resend" && state === "done" && (
        <p className="t2">
          Each is a new notification. The list shows what becomes of it: it may fail as the one before.
        </p>
      )}
      {refused.length > 0 && <RefusedList refused={refused} />}
    </section>
  );
}

function headOf({ kind, state, done, refused }: Run): string {
  if (state === "running") return `${DOING[kind]}…`;
  if (state === "paused") return `${DOING[kind]}: paused`;
  const worked = `${done - refused.length} ${DID[kind]}`;
  const failed = refused.length > 0 ? `, ${refused.length} refused` : "";
  return `${state === "stopped" ? "Stopped: " : ""}${worked}${failed}`;
}

/** The most refused notifications that the box lists. The downloaded file lists all of them. */
const MOST_SHOWN = 100;

function RefusedList({ refused }: { readonly refused: readonly Refused[] }) {
  const download = () => {
    const lines = refused.map(({ id, reason }) => csvLine([id, reason]));
    save(new Blob([csvLine(["id", "reason"]), ...lines], { type: "text/csv;charset=utf-8" }), "refused.csv");
  };
  return (
    <details>
      <summary>{refused.length === 1 ? "1 was refused" : `${refused.length} were refused`}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <ul className="refused" tabIndex={0} aria-label="Refused">
        {refused.slice(0, MOST_SHOWN).map(({ id, reason }) => (
          <li key={id} className="row wrap">
            <Link className="link mono" to={`/notifications/${id}`}>
              {id}
            </Link>
            <span>{reason}</span>
          </li>
        ))}
      </ul>
      <p className="row">
        {refused.length > MOST_SHOWN && <span className="t3">The first {MOST_SHOWN} of them.</span>}
        <Button isSmall onClick={download}>
          Download the list
        </Button>
      </p>
    </details>
  );
}
