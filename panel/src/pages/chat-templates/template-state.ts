import type { Mood } from "../../explain/mood.ts";
import type { ChatTemplate } from "./template-draft.ts";

export interface StateText {
  readonly label: string;
  readonly mood: Mood;
  readonly meaning: string;
}

const BY_STATUS: ReadonlyMap<string, StateText> = new Map<string, StateText>(
  Object.entries({
    APPROVED: { label: "Approved", mood: "ok", meaning: "It can be sent." },
    ACTIVE: { label: "Approved", mood: "ok", meaning: "It can be sent." },
    PENDING: {
      label: "In review",
      mood: "wait",
      meaning: "The platform reviews it: minutes as a rule, a day at most.",
    },
    IN_APPEAL: { label: "In appeal", mood: "wait", meaning: "The platform looks at it again." },
    REJECTED: {
      label: "Rejected",
      mood: "bad",
      meaning: "The platform does not accept it. Create another one that mends the reason given.",
    },
    PAUSED: {
      label: "Paused",
      mood: "bad",
      meaning: "Customers reported it. The platform lets it go on after some hours; until then sends are refused.",
    },
    DISABLED: { label: "Disabled", mood: "bad", meaning: "The platform has disabled it permanently." },
  }),
);

/** The meaning of a template's state, and the next step. */
export function stateOf({
  disabled,
  remote_status: status,
}: Pick<ChatTemplate, "disabled" | "remote_status">): StateText {
  if (disabled) return { label: "Deleted", mood: "bad", meaning: "It is kept for the history and cannot be sent." };
  return (
    BY_STATUS.get(status) ?? {
      label: status.toLowerCase().replaceAll("_", " "),
      mood: "wait",
      meaning: "Not a state in which it can be sent.",
    }
  );
}

const QUALITY: ReadonlyMap<string, string> = new Map([
  ["GREEN", "good"],
  ["YELLOW", "middling: customers have reported it"],
  ["RED", "low: it may be paused"],
]);

export const qualityText = (quality: string): string => QUALITY.get(quality) ?? "not known yet";

/** A send that the owner can paste into a terminal. */
export function exampleSend({ id, parameters }: Pick<ChatTemplate, "id" | "parameters">, baseUrl: string): string {
  const values = Object.fromEntries(
    parameters.map(({ name, type }) => [name, type === "text" ? "..." : "https://..."]),
  );
  const chat = { type: "template", template_id: id, ...(parameters.length > 0 && { values }) };
  const body = JSON.stringify({ channel: "chat", recipient: "+14155550100", chat }, null, 2);
  return `curl ${baseUrl}/api/v1/notifications \\
  -H 'Authorization: Bearer <API_KEY>' \\
  -H 'Content-Type: application/json' \\
  -d '${body}'`;
}
