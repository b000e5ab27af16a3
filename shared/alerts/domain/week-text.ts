import type { Totals } from "../../statistics/domain/statistics.ts";
import { type AlertText, paragraphs } from "./alert.ts";
import { WEEK_MS } from "./week.ts";

export interface WeekReport {
  /** The epoch millisecond at which the week ended. */
  readonly endMs: number;
  readonly week: Totals;
  readonly before: Totals;
  /** The reasons of failures, the most frequent first. */
  readonly reasons: readonly { readonly summary: string; readonly count: number }[];
  /** The number of customers who wait for an answer now; counting stops at `mostCounted`. */
  readonly waiting: number;
  readonly mostCounted: number;
}

const MOST_REASONS = 5;
const LAST_DAY_MS = 1;

const dayOf = (ms: number): string => new Date(ms).toISOString().slice(0, 10);
const whole = (count: number): string => count.toLocaleString("en");
const shareOf = ({ deliveredShare }: Totals): string =>
  deliveredShare === undefined ? "nothing ended" : `${Math.floor(deliveredShare * 1000) / 10}%`;

function comparison(label: string, now: number, before: number): string {
  const difference = now - before;
  const change = difference === 0 ? "as many" : `${whole(Math.abs(difference))} ${difference > 0 ? "more" : "fewer"}`;
  return `${label}: ${whole(now)}, ${change} than the week before (${whole(before)})`.replace(
    "as many than",
    "as many as",
  );
}

/** Says what became of a week's notifications, compared with the week before. */
export function textOfWeek({ endMs, week, before, reasons, waiting, mostCounted }: WeekReport): AlertText {
  const [first, last] = [dayOf(endMs - WEEK_MS), dayOf(endMs - LAST_DAY_MS)];
  const named = reasons.slice(0, MOST_REASONS).map(({ summary, count }) => `${whole(count)}: ${summary}`);
  return {
    title: `The week from ${first} to ${last}: ${whole(week.accepted)} accepted, ${whole(week.failed)} failed`,
    body: paragraphs(
      `From ${first} to ${last}, in UTC:`,
      [
        comparison("Accepted", week.accepted, before.accepted),
        comparison("Delivered", week.delivered, before.delivered),
        comparison("Failed", week.failed, before.failed),
        `Delivered of all that ended: ${shareOf(week)} (the week before: ${shareOf(before)})`,
      ].join("\n"),
      named.length === 0 ? undefined : ["The most frequent reasons of failures:", ...named].join("\n"),
      `Customers who wait for an answer now: ${waiting >= mostCounted ? `${whole(mostCounted)} or more` : whole(waiting)}`,
    ),
  };
}
