import { Link } from "wouter";
import { Button } from "../../../components/button.tsx";
import { Notice } from "../../../components/notice.tsx";
import { shownText } from "../../../components/shown-text.ts";
import { save } from "../../../csv/save.ts";
import { csvLine } from "../../../csv/write-csv.ts";
import { isUnfinished } from "../../../long-work/long-runs.ts";
import { pathOf, recipientIn } from "../suppression.ts";
import { type ImportRun, madeBy, type NotMade } from "./import-run.ts";
import type { ImportControls } from "./use-import.ts";

/** Shows how far an import is and which lines made nothing and why, and lets the reader pause or stop the import. */
export function ImportBox({ controls }: { readonly controls: ImportControls }) {
  const { run } = controls;
  if (run === undefined) return null;
  const { items, done, refused, stood, state, problem } = run;
  return (
    <section className="run" aria-label="Import">
      <div className="row wrap">
        <span className="b" role="status">
          {headOf(run)}
        </span>
        <span className="t3 num">
          {done} of {items.length}
        </span>
        <span className="grow" />
        <ImportButtons controls={controls} state={state} />
      </div>
      <progress aria-label="Import" value={done} max={items.length} />
      {problem && isUnfinished(run) && (
        <Notice kind="warn">
          <p>
            {problem}
            {state === "paused" && " It can go on where it was: nothing is done twice."}
          </p>
        </Notice>
      )}
      {refused.length > 0 && <LineList lines={refused} title="refused" />}
      {stood.length > 0 && <LineList lines={stood} title="suppressed already" />}
    </section>
  );
}

interface ImportButtonsProps {
  readonly controls: ImportControls;
  readonly state: ImportRun["state"];
}

const ImportButtons = ({ controls: { pause, resume, stop, dismiss }, state }: ImportButtonsProps) => (
  <>
    {state === "running" && (
      <Button isSmall onClick={pause}>
        Pause
      </Button>
    )}
    {state === "paused" && (
      <Button isSmall look="primary" onClick={resume}>
        Go on
      </Button>
    )}
    {isUnfinished({ state }) ? (
      <Button isSmall onClick={stop}>
        Stop
      </Button>
    ) : (
      <Button isSmall onClick={dismiss}>
        Close
      </Button>
    )}
  </>
);

function headOf(run: ImportRun): string {
  const { state, refused, stood } = run;
  if (state === "running") return "Importing…";
  if (state === "paused") return "Importing: paused";
  const counts = [
    `${madeBy(run)} suppressed`,
    ...(stood.length > 0 ? [`${stood.length} already`] : []),
    ...(refused.length > 0 ? [`${refused.length} refused`] : []),
  ];
  return `${state === "stopped" ? "Stopped: " : ""}${counts.join(", ")}`;
}

/** The most lines that the box lists. The downloaded file lists all of them. */
const MOST_SHOWN = 100;

interface LineListProps {
  readonly lines: readonly NotMade[];
  readonly title: string;
}

function LineList({ lines, title }: LineListProps) {
  const download = () => {
    const rows = lines.map(({ line, recipient, reason }) => csvLine([line, recipient, reason]));
    save(
      new Blob([csvLine(["line", "recipient", "reason"]), ...rows], { type: "text/csv;charset=utf-8" }),
      "lines.csv",
    );
  };
  return (
    <details>
      <summary>{lines.length === 1 ? `1 was ${title}` : `${lines.length} were ${title}`}</summary>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard */}
      <ul className="refused" tabIndex={0} aria-label={`Lines ${title}`}>
        {lines.slice(0, MOST_SHOWN).map((line) => (
          <LineItem key={line.line} line={line} />
        ))}
      </ul>
      <p className="row">
        {lines.length > MOST_SHOWN && <span className="t3">The first {MOST_SHOWN} of them.</span>}
        <Button isSmall onClick={download}>
          Download the list
        </Button>
      </p>
    </details>
  );
}

const LineItem = ({ line: { line, recipient, reason } }: { readonly line: NotMade }) => (
  <li className="row wrap">
    <span className="t3 num">Line {line}</span>
    {recipientIn(recipient) === undefined ? (
      <bdi className="any-break">{shownText(recipient) || "no recipient"}</bdi>
    ) : (
      <Link className="link any-break" to={pathOf(recipient)}>
        {shownText(recipient)}
      </Link>
    )}
    <span>{reason}</span>
  </li>
);
