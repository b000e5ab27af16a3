import { Link } from "wouter";
import type { Schemas } from "../../api/schemas.ts";
import { relativeTime } from "../../explain/times.ts";
import { useNow } from "../../session/use-now.ts";
import {
  changeText,
  countChangeText,
  countText,
  ended,
  PROMISED_SHARE,
  percentText,
  type Statistics,
  secondsText,
} from "./figures-text.ts";

interface FigureProps {
  readonly label: string;
  readonly value: string;
  readonly first: string;
  readonly second?: string;
  readonly tone?: "ok" | "warn";
  /** The definition of the figure, shown in the tooltip. */
  readonly means: string;
  readonly to: string;
}

const Figure = ({ label, value, first, second, tone, means, to }: FigureProps) => (
  <Link to={to} className="figure" title={means}>
    <span className="b t2">{label}</span>
    <b>{value}</b>
    <span className="s col t3 num">
      <span>{first}</span>
      {second && <span className={tone}>{second}</span>}
    </span>
  </Link>
);

const NOTHING = "nothing has ended";

interface FigureStripProps {
  readonly statistics: Statistics;
  /** The present state; absent when the figures are those of all owners. */
  readonly overview: Schemas["Overview"] | undefined;
}

export function FigureStrip({ statistics, overview }: FigureStripProps) {
  const { totals, previous, period, from } = statistics;
  const since = `since=${encodeURIComponent(from)}`;
  const hasEnded = totals.most_within_ms !== undefined;
  const isKept = (totals.within_promise_rate ?? 1) >= PROMISED_SHARE;
  return (
    <div className="box figures">
      <Figure
        label="Delivered"
        value={percentText(totals.delivered_rate)}
        first={`${countText(totals.delivered)} of ${countText(ended(totals))}`}
        second={changeText(totals.delivered_rate, previous?.delivered_rate, period)}
        means="The provider's server took the mail, or the telephone has the message; of all that have ended."
        to={`/notifications?status=sent&${since}`}
      />
      <Figure
        label="Time to delivery"
        value={secondsText(totals.most_within_ms)}
        first={hasEnded ? `95% are faster; half within ${secondsText(totals.half_within_ms)}` : NOTHING}
        second={hasEnded ? `${percentText(totals.within_promise_rate)} within 10 s · the promise is 95%` : ""}
        tone={isKept ? "ok" : "warn"}
        means="From the time at which it was to leave until the provider's server had it."
        to={`/notifications?${since}`}
      />
      <Figure
        label="Failed"
        value={countText(totals.failed)}
        first={
          totals.delivered_rate === undefined
            ? NOTHING
            : `${percentText(1 - totals.delivered_rate)} of ${countText(ended(totals))}`
        }
        second={countChangeText(totals.failed, previous?.failed, period)}
        means="No recipient got it, and it is not tried again."
        to={`/notifications?status=failed&${since}`}
      />
      {overview ? (
        <Waiting overview={overview} />
      ) : (
        <Figure
          label="Accepted"
          value={countText(totals.accepted)}
          first="in this period"
          second={countChangeText(totals.accepted, previous?.accepted, period)}
          means="Answered with 202."
          to="/"
        />
      )}
    </div>
  );
}

function Waiting({
  overview: { waiting, scheduled, oldest_waiting: oldest },
}: {
  readonly overview: Schemas["Overview"];
}) {
  const now = useNow();
  return (
    <Figure
      label="Waiting now"
      value={countText(waiting)}
      first={oldest ? `the oldest came ${relativeTime(oldest.created_at, now)}` : "nothing waits"}
      second={scheduled > 0 ? `${countText(scheduled)} scheduled for later` : ""}
      means="Their time has come, and they were not sent yet."
      to="/notifications?status=pending"
    />
  );
}
