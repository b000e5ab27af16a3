import type { Schemas } from "../../api/schemas.ts";

export type Entry = Schemas["Activity"];
type Kind = Entry["kind"];

export const KIND_TEXT: Readonly<Record<Kind, string>> = {
  api_key: "API key",
  sending_account: "Sending account",
  email_template: "Email template",
  chat_template: "Chat template",
  chat_account: "Chat account",
  webhook: "Webhook",
  notification: "Notification",
  alerts: "Alerts",
  suppression: "Suppression",
};

const FOLDERS: Readonly<Record<Kind, string>> = {
  api_key: "/api-keys",
  sending_account: "/sending-accounts",
  email_template: "/email-templates",
  chat_template: "/chat-templates",
  chat_account: "/admin/chat-accounts",
  webhook: "/events/webhooks",
  notification: "/notifications",
  alerts: "/alerts",
  suppression: "/suppressions",
};

/** Gives texts such as `Rotated API key` and `Created email template`. */
export function didText({ action, kind }: Entry): string {
  const what = kind === "api_key" ? KIND_TEXT[kind] : KIND_TEXT[kind].toLowerCase();
  return `${action.charAt(0).toUpperCase()}${action.slice(1)} ${what}`;
}

/** Kinds whose records share one page. */
const SHARED_PAGE: ReadonlySet<Kind> = new Set(["api_key", "alerts", "suppression"]);

/** Returns the page of the record unless it is deleted. */
export function pathOf({ action, kind, record_id: id }: Entry): string | undefined {
  if (SHARED_PAGE.has(kind)) return FOLDERS[kind];
  return action === "deleted" || id === undefined ? undefined : `${FOLDERS[kind]}/${id}`;
}

/** Writes the names of fields for people, so `from_address` becomes `from address`. */
export const fieldsText = ({ fields = [] }: Entry): string => fields.map((one) => one.replaceAll("_", " ")).join(", ");

export const personText = ({ actor }: Entry): string => actor.name ?? actor.sub;
