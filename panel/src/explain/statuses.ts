import type { components } from "../api/schema.ts";
import type { Tone } from "./tone.ts";

type Listed = components["schemas"]["ListedNotification"];
export type Status = Listed["status"];

interface StatusText {
  readonly label: string;
  readonly tone: Tone;
}

/** The labels of the statuses of a notification (R-notification). */
export const STATUS_TEXT: Readonly<Record<Status, StatusText>> = {
  pending: { label: "Waiting", tone: "wait" },
  processing: { label: "Sending", tone: "run" },
  submitted: { label: "Submitted", tone: "run" },
  sent: { label: "Sent", tone: "ok" },
  failed: { label: "Failed", tone: "bad" },
  canceled: { label: "Canceled", tone: "off" },
};

export const STATUSES: readonly Status[] = ["pending", "processing", "submitted", "sent", "failed", "canceled"];
