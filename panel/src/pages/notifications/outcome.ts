import type { Schemas } from "../../api/schemas.ts";
import { shownText } from "../../components/shown-text.ts";
import { clockTime } from "../../explain/clock-time.ts";
import { STATUS_TEXT } from "../../explain/statuses.ts";
import type { Tone } from "../../explain/tone.ts";

export type Listed = Schemas["ListedNotification"];
export type Described = Schemas["DescribedNotification"];

interface Outcome {
  readonly label: string;
  readonly tone: Tone;
}

type Row = Pick<Listed, "channel" | "status" | "outcome" | "attempts" | "next_attempt_at" | "send_at">;

const REPORT_TEXT = { delivered: "Delivered", read: "Read" } as const;

/** Sums up the state of a notification in two or three words. `now` is in epoch milliseconds. */
export function outcomeOf(row: Row, now: number): Outcome {
  const { channel, status, outcome } = row;
  if (status === "pending") return { label: waitText(row, now), tone: "wait" };
  if (outcome.report && status !== "failed") return { label: REPORT_TEXT[outcome.report], tone: "ok" };
  if (channel === "email" && status === "sent" && outcome.delivered === 0) return { label: "Came back", tone: "bad" };
  const isPartly = status === "sent" && outcome.delivered > 0 && outcome.delivered < outcome.total;
  return isPartly ? { label: `${outcome.delivered} of ${outcome.total} delivered`, tone: "part" } : STATUS_TEXT[status];
}

function waitText({ next_attempt_at: next, send_at: at, attempts }: Row, now: number): string {
  if (attempts > 0 && next) return `Retry at ${clockTime(next, now)}`;
  return at && Date.parse(at) > now ? `Due ${clockTime(at, now)}` : STATUS_TEXT.pending.label;
}

/** True when no attempt follows for the notification. */
export const isOver = ({ status }: Pick<Listed, "status">): boolean =>
  status === "sent" || status === "failed" || status === "canceled";

/** Says that the notification was sent again as another one. */
export const wasSentAgain = ({ resends = 0 }: Pick<Listed, "resends">): boolean => resends > 0;

/** Says that an attempt has failed and the next one can be made at once. */
export const waitsForRetry = ({ status, attempts }: Pick<Listed, "status" | "attempts">): boolean =>
  status === "pending" && attempts > 0;

/** Says that some of several recipients did not get the mail. */
export const hasMissed = ({ channel, outcome }: Pick<Listed, "channel" | "outcome">): boolean =>
  channel === "email" && outcome.total > 1 && outcome.delivered > 0 && outcome.delivered < outcome.total;

export const titleOf = ({ title, channel }: Pick<Listed, "title" | "channel">): string =>
  shownText(title) || (channel === "email" ? "Mail without a subject" : "Chat message");
