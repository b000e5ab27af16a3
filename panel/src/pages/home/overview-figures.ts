import type { components } from "../../api/schema.ts";

export type Overview = components["schemas"]["Overview"];
export type Hour = Overview["hours"][number];
export type TroubledAccount = Overview["troubled_accounts"][number];

export const SERIES = ["accepted", "sent", "failed"] as const;
export type Series = (typeof SERIES)[number];

export function totalsOf({ hours }: Pick<Overview, "hours">): Readonly<Record<Series, number>> {
  const sum = (series: Series) => hours.reduce((total, hour) => total + hour[series], 0);
  return { accepted: sum("accepted"), sent: sum("sent"), failed: sum("failed") };
}

/** A round number at or above the largest value: 1, 2, 5, 10, 20, 50 … */
export function scaleTop(hours: readonly Hour[]): number {
  const largest = Math.max(1, ...hours.flatMap((hour) => SERIES.map((series) => hour[series])));
  const power = 10 ** Math.floor(Math.log10(largest));
  return [1, 2, 5, 10].map((step) => step * power).find((step) => step >= largest) ?? largest;
}

const hourFormat = new Intl.DateTimeFormat("en", { hour: "2-digit", minute: "2-digit", hourCycle: "h23" });

/** `14:00`, in the reader's time zone. */
export const hourLabel = ({ from }: Hour): string => hourFormat.format(new Date(from));

/** The chart in a sentence, for those who do not see it. */
export function chartText(overview: Pick<Overview, "hours">): string {
  const { accepted, sent, failed } = totalsOf(overview);
  if (accepted + sent + failed === 0) return "Nothing was accepted, sent or failed in the last 24 hours.";
  const busiest = overview.hours.reduce((most, hour) => (hour.accepted > most.accepted ? hour : most));
  return `In the last 24 hours ${accepted} accepted, ${sent} sent, ${failed} failed. The busiest hour began at ${hourLabel(busiest)} with ${busiest.accepted} accepted.`;
}

/** The account's problem, in a line. */
export function problemText({ failed, retrying, is_failing }: TroubledAccount): string {
  const parts = [failed > 0 && `${failed} failed`, retrying > 0 && `${retrying} being tried again`].filter(Boolean);
  return `${parts.join(", ")} in the last day${is_failing ? ", and the latest attempt did not work" : "; it works again now"}`;
}
