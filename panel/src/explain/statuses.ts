import type { components } from "../api/schema.ts";
import type { Mood } from "./mood.ts";

type Listed = components["schemas"]["ListedNotification"];
export type Status = Listed["status"];

interface StatusText {
  readonly label: string;
  readonly mood: Mood;
}

/** The labels of the statuses of a notification (R-notification). */
export const STATUS_TEXT: Readonly<Record<Status, StatusText>> = {
  pending: { label: "Waiting", mood: "wait" },
  processing: { label: "Sending", mood: "run" },
  submitted: { label: "Submitted", mood: "run" },
  sent: { label: "Sent", mood: "ok" },
  failed: { label: "Failed", mood: "bad" },
  canceled: { label: "Canceled", mood: "off" },
};

export const STATUSES: readonly Status[] = ["pending", "processing", "submitted", "sent", "failed", "canceled"];
