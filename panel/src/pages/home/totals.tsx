import type { ReactNode } from "react";
import { Link } from "wouter";
import { Time } from "../../components/time.tsx";
import type { Mood } from "../../explain/mood.ts";
import { type Overview, totalsOf } from "./overview-figures.ts";

/** The day in four figures, each leading to its list. */
export function Totals({ overview }: { readonly overview: Overview }) {
  const { accepted, sent, failed } = totalsOf(overview);
  const oldest = overview.oldest_waiting;
  return (
    <section className="stack" aria-label="Figures of the last 24 hours">
      <ul className="figures">
        <Figure label="Accepted" value={accepted} to="/notifications" />
        <Figure label="Sent" value={sent} to="/notifications?status=sent" mood="ok" />
        <Figure label="Failed" value={failed} to="/notifications?status=failed" mood="bad" />
        <Figure label="Waiting" value={overview.waiting} to="/notifications?status=pending" mood="wait">
          {oldest ? (
            <>
              oldest{" "}
              <Link to={`/notifications/${oldest.id}`}>
                accepted <Time at={oldest.created_at} />
              </Link>
            </>
          ) : (
            nothingWaits(overview)
          )}
        </Figure>
      </ul>
      {!overview.is_complete && (
        <p className="s t3">There were more: only the newest {overview.counted} notifications are counted.</p>
      )}
    </section>
  );
}

const nothingWaits = ({ scheduled }: Overview): string =>
  scheduled === 0 ? "nothing waits" : `${scheduled} to be sent later`;

interface FigureProps {
  readonly label: string;
  readonly value: number;
  readonly to: string;
  readonly mood?: Mood;
  readonly children?: ReactNode;
}

const Figure = ({ label, value, to, mood, children }: FigureProps) => (
  <li className={`card figure ${value > 0 ? (mood ?? "") : ""}`}>
    <Link to={to}>{label}</Link>
    <strong>{value.toLocaleString("en")}</strong>
    <span className="s t3">{children ?? "last 24 hours"}</span>
  </li>
);
