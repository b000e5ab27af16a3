import { MoodIcon } from "../../components/status.tsx";
import { Time } from "../../components/time.tsx";
import { type Timeline, type TimelineEntry, timelineEntries } from "../../explain/timeline.ts";

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
  <li className="tl">
    <MoodIcon mood={mood} />
    <div className="col">
      <p className="row b">
        {what}
        {at && (
          <span className="s t3">
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
          <pre className="code wrap">{response}</pre>
        </details>
      )}
    </div>
  </li>
);
