import { Icon } from "../../components/icon.tsx";
import type { IconName } from "../../components/icon-paths.ts";
import { Time } from "../../components/time.tsx";
import { type Timeline, type TimelineEntry, timelineEntries } from "../../explain/timeline.ts";

const ICONS: Readonly<Record<TimelineEntry["mood"], IconName>> = {
  good: "check",
  bad: "close",
  busy: "warning",
  info: "notifications",
};

/** The timeline in plain words: what happened, why, and what to do. */
export const TimelineCard = ({ timeline }: { readonly timeline: Timeline }) => (
  <section className="card" aria-labelledby="timeline">
    <h2 id="timeline">Timeline</h2>
    <ol className="timeline">
      {timelineEntries(timeline).map((step, i) => (
        // The timeline only grows at its end.
        // biome-ignore lint/suspicious/noArrayIndexKey: an entry has no name but its place
        <Step key={i} step={step} />
      ))}
    </ol>
  </section>
);

const Step = ({ step: { mood, what, why, todo, response, at } }: { readonly step: TimelineEntry }) => (
  <li className={mood}>
    <span className="dot">
      <Icon name={ICONS[mood]} />
    </span>
    <div>
      <p className="what">
        {what}
        {at && (
          <span className="hint">
            <Time at={at} />
          </span>
        )}
      </p>
      {why && <p>{why}</p>}
      {todo && (
        <p>
          <strong>What to do:</strong> {todo}
        </p>
      )}
      {response && (
        <details open={mood === "bad"}>
          <summary>Response</summary>
          <pre className="response">{response}</pre>
        </details>
      )}
    </div>
  </li>
);
