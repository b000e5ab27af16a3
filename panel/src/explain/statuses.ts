import type { components } from "../api/schema.ts";

type Listed = components["schemas"]["ListedNotification"];
export type Status = Listed["status"];

interface StatusText {
  readonly label: string;
  readonly mood: "good" | "bad" | "busy";
  readonly meaning: string;
}

/** The states of a notification (R-notification), as a reader meets them. */
export const STATUS_TEXT: Readonly<Record<Status, StatusText>> = {
  pending: { label: "Waiting", mood: "busy", meaning: "Accepted, and waiting for its next attempt." },
  processing: { label: "Sending", mood: "busy", meaning: "A worker is sending it now." },
  submitted: { label: "Submitted", mood: "busy", meaning: "The provider has it; its confirmation is still to come." },
  sent: { label: "Sent", mood: "good", meaning: "The provider accepted it." },
  failed: { label: "Failed", mood: "bad", meaning: "It will not be tried again." },
};

const PARTLY_DELIVERED: StatusText = {
  label: "Partly delivered",
  mood: "busy",
  meaning: "The provider accepted it for some of the recipients, and refused the others.",
};

/** A mail is sent as soon as anybody has it (the status says no more); who was refused must not be overlooked. */
export const statusText = ({
  status,
  partly_delivered: isPartly,
}: Pick<Listed, "status" | "partly_delivered">): StatusText => (isPartly ? PARTLY_DELIVERED : STATUS_TEXT[status]);

export const STATUSES: readonly Status[] = ["pending", "processing", "submitted", "sent", "failed"];
