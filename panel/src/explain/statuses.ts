import type { components } from "../api/schema.ts";

export type Status = components["schemas"]["ListedNotification"]["status"];

interface Words {
  readonly label: string;
  readonly mood: "good" | "bad" | "busy";
  readonly meaning: string;
}

/** The specification's states, as a reader meets them. */
export const STATUS_WORDS: Readonly<Record<Status, Words>> = {
  pending: { label: "Waiting", mood: "busy", meaning: "Accepted, and waiting for its next attempt." },
  processing: { label: "Sending", mood: "busy", meaning: "A worker is sending it now." },
  submitted: { label: "Submitted", mood: "busy", meaning: "The provider has it; its confirmation is still to come." },
  sent: { label: "Sent", mood: "good", meaning: "The provider accepted it." },
  failed: { label: "Failed", mood: "bad", meaning: "It will not be tried again." },
};

export const STATUSES: readonly Status[] = ["pending", "processing", "submitted", "sent", "failed"];
