import type { components } from "../api/schema.ts";
import type { Mood } from "./mood.ts";

type Listed = components["schemas"]["ListedNotification"];
export type Status = Listed["status"];

interface StatusText {
  readonly label: string;
  readonly mood: Mood;
}

/** The states of a notification (R-notification), as a reader meets them. */
export const STATUS_TEXT: Readonly<Record<Status, StatusText>> = {
  pending: { label: "Waiting", mood: "wait" },
  processing: { label: "Sending", mood: "run" },
  submitted: { label: "Submitted", mood: "run" },
  sent: { label: "Sent", mood: "ok" },
  failed: { label: "Failed", mood: "bad" },
  canceled: { label: "Canceled", mood: "off" },
};

const PARTLY_DELIVERED: StatusText = {
  label: "Partly delivered",
  mood: "part",
};

/** A mail is sent as soon as anybody has it (the status says no more); who was refused must not be overlooked. */
export const statusText = ({
  status,
  partly_delivered: isPartly,
}: Pick<Listed, "status" | "partly_delivered">): StatusText => (isPartly ? PARTLY_DELIVERED : STATUS_TEXT[status]);

export const STATUSES: readonly Status[] = ["pending", "processing", "submitted", "sent", "failed", "canceled"];
