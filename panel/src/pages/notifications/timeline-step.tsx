import type { ReactNode } from "react";
import { Link } from "wouter";
import { ToneIcon } from "../../components/status.tsx";
import type { TimelineEntry } from "../../explain/timeline.ts";
import { fullTime, relativeTime } from "../../explain/times.ts";
import { useNow } from "../../session/use-now.ts";
import { Moment } from "./moment.tsx";
import { Response } from "./response.tsx";

interface TimelineStepProps {
  readonly entry: TimelineEntry;
  readonly channel?: "email" | "chat";
  /** Says whether the remedy is still useful. */
  readonly isToDo?: boolean;
  /** A link or a button that leads to the remedy. */
  readonly way?: ReactNode;
}

const RESPONSE = { email: "SMTP response", chat: "Provider's answer" } as const;

/** Shows one entry of a timeline in plain words. */
export function TimelineStep({
  entry: { tone, what, why, todo, response, at, again },
  channel = "email",
  isToDo = false,
  way,
}: TimelineStepProps) {
  return (
    <li className="tl">
      <ToneIcon tone={tone} />
      <p className="row entry-head">
        <span className="b grow">{what}</span>
        {at && <StepTime at={at} />}
      </p>
      {why && <p className="t2">{why}</p>}
      {again && (
        <p>
          <Link className="link" to={`/notifications/${again}`}>
            Open the new one
          </Link>
        </p>
      )}
      {isToDo && (
        <div className="todo">
          <p className="b">What to do</p>
          <p className="t2">{todo}</p>
          {way}
        </div>
      )}
      {response && <Response text={response} isOpen={isToDo && tone !== "part"} label={RESPONSE[channel]} />}
    </li>
  );
}

/** A future time is shown relative to now. */
function StepTime({ at }: { readonly at: string }) {
  const now = useNow();
  return Date.parse(at) > now ? (
    <time className="s t3" dateTime={at} title={fullTime(at)}>
      {relativeTime(at, now)}
    </time>
  ) : (
    <span className="s t3">
      <Moment at={at} isExact />
    </span>
  );
}
