import type { Schemas } from "../../api/schemas.ts";
import { clockTime } from "../../explain/clock-time.ts";
import { durationText } from "../../explain/times.ts";

export type Statistics = Schemas["Statistics"];
export type Totals = Schemas["StatisticsTotals"];
export type Period = Statistics["period"];

export const PERIODS = [
  { value: "24h", label: "24 hours" },
  { value: "7d", label: "7 days" },
  { value: "30d", label: "30 days" },
  { value: "90d", label: "90 days" },
] as const;

/** Reads the period from an address and falls back to seven days. */
export const periodIn = (search: URLSearchParams): Period =>
  PERIODS.find(({ value }) => value === search.get("period"))?.value ?? "7d";

const percent = new Intl.NumberFormat("en", { style: "percent", maximumFractionDigits: 1 });
const whole = new Intl.NumberFormat("en");

export const percentText = (share: number | undefined): string =>
  // 9,999 of 10,000 must not be rounded up to 100%.
  share === undefined ? "–" : percent.format(share < 1 ? Math.min(share, 0.999) : 1);
export const countText = (count: number): string => whole.format(count);

/** Gives a waiting time such as `0.9 s`, `4 s` or `2 min`. */
export function secondsText(ms: number | undefined): string {
  if (ms === undefined) return "–";
  // Nobody notices less than a tenth of a second.
  if (ms < 10_000) return `${Math.max(0.1, ms / 1000).toFixed(1)} s`;
  return ms < 120_000 ? `${Math.round(ms / 1000)} s` : `${Math.round(ms / 60_000)} min`;
}

/** Compares a rate with that of the period before, in percentage points. */
export function changeText(now: number | undefined, before: number | undefined, period: Period): string {
  if (now === undefined || before === undefined) return "";
  const points = Math.round((now - before) * 1000) / 10;
  const label = PERIODS.find(({ value }) => value === period)?.label ?? period;
  if (points === 0) return `as in the ${label} before`;
  return `${Math.abs(points)} points ${points > 0 ? "more" : "less"} than in the ${label} before`;
}

/** Compares a count with that of the period before. */
export function countChangeText(now: number, before: number | undefined, period: Period): string {
  if (before === undefined) return "";
  const label = PERIODS.find(({ value }) => value === period)?.label ?? period;
  if (now === before) return `as many as in the ${label} before`;
  return `${countText(Math.abs(now - before))} ${now > before ? "more" : "fewer"} than in the ${label} before`;
}

export const ended = ({ delivered, failed }: Totals): number => delivered + failed;

/** The service promises that 95 of 100 are delivered within 10 seconds. */
export const PROMISED_SHARE = 0.95;

/** Returns the page of the record that a concern is about. */
export function pathOf({ kind, id }: Schemas["ConcernRecord"]): string {
  switch (kind) {
    case "sending_account":
      return `/sending-accounts/${id}`;
    case "webhook":
      return `/events/webhooks/${id}`;
    case "chat_account":
      return `/admin/chat-accounts/${id}`;
    case "chat_template":
      return `/chat-templates/${id}`;
    case "conversation":
      return `/conversations/${id}`;
    case "approval":
      return "/approvals";
    case "email_template":
      return `/email-templates/${id}`;
    case "api_key":
      return "/api-keys";
  }
}

const SUPPRESSIONS: Partial<Record<Schemas["Concern"]["kind"], string>> = {
  sending_account_bounces_exceeded: "/suppressions?reason=bounce",
  sending_account_complaints: "/suppressions?reason=complaint",
  sending_account_complaints_exceeded: "/suppressions?reason=complaint",
};

/** Returns the list of the recipients that bounces or complaints have suppressed; undefined for other concerns. */
export const suppressionsPathOf = (kind: Schemas["Concern"]["kind"]): string | undefined => SUPPRESSIONS[kind];

/** A service window that closes later than in four hours is not mentioned. */
const SOON_MS = 4 * 3_600_000;

/** Says since when the problem exists and how long the customer can still be answered. `now` is in epoch milliseconds. */
export function whenText({ kind, since, until }: Schemas["Concern"], now: number): string {
  // This concern counts mails by days, so a clock time would mean nothing.
  if (since === undefined || kind === "template_lacks_variables") return "";
  const left = until === undefined ? 0 : Date.parse(until) - now;
  const closes = kind === "customers_waiting" && left > 0 && left < SOON_MS;
  return `Since ${clockTime(since, now)}.${closes ? ` The window closes in ${durationText(left)}.` : ""}`;
}

export type Series = Statistics["series"];

/** A week of hours would be too many bars, so they are added up to days of the reader's time zone. */
export function volumeSeries(
  series: Series,
  period: Period,
): readonly Pick<Series[number], "from" | "delivered" | "failed">[] {
  if (period !== "7d") return series;
  const days = Map.groupBy(series, ({ from }) => new Date(from).toDateString());
  return [...days.values()].map((hours) => ({
    from: hours[0]?.from ?? "",
    delivered: hours.reduce((sum, { delivered }) => sum + delivered, 0),
    failed: hours.reduce((sum, { failed }) => sum + failed, 0),
  }));
}

const hour = new Intl.DateTimeFormat("en-GB", { hour: "2-digit", minute: "2-digit" });
const day = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric" });
const date = new Intl.DateTimeFormat("en-GB", { day: "numeric", month: "short" });

export const dayLabel = (from: string): string => day.format(new Date(from));

/** Gives the label of a point, as short as its period allows. */
export function pointLabel(from: string, period: Period): string {
  const at = new Date(from);
  if (period === "24h") return hour.format(at);
  return period === "7d" ? `${day.format(at)}, ${hour.format(at)}` : date.format(at);
}
