import type { IconName } from "../components/icon-names.ts";
import type { Mode } from "../session/mode.ts";
import { groupsFor } from "./navigation.ts";

/** An entry that the palette can open. */
export interface Hit {
  readonly path: string;
  readonly name: string;
  readonly more?: string | undefined;
  readonly icon: IconName;
  /** The shortcut of the entry, with its keys separated by spaces. */
  readonly keys?: string;
}

export interface HitGroup {
  readonly label: string;
  readonly hits: readonly Hit[];
}

const ACTIONS: readonly Hit[] = [
  { name: "Write a mail", path: "/notifications/new", icon: "mail" },
  { name: "Start a conversation", path: "/conversations/new", icon: "chat" },
  { name: "Create an API key", path: "/api-keys?new", icon: "key" },
  { name: "Add a sending account", path: "/sending-accounts/new", icon: "plus" },
  { name: "Create an email template", path: "/email-templates/new", icon: "plus" },
  { name: "Start an email template from an example", path: "/email-templates/start", icon: "template" },
  { name: "Create a chat template", path: "/chat-templates/new", icon: "plus" },
  { name: "Add a webhook", path: "/events/webhooks/new", icon: "plus" },
  { name: "Suppress a recipient", path: "/suppressions?new", icon: "suppression" },
  { name: "See what failed", path: "/notifications?status=failed", icon: "warning" },
];

/** Says whether the text contains every word of the query. */
export function isFoundIn(text: string, query: string): boolean {
  const within = text.toLowerCase();
  return query
    .toLowerCase()
    .split(/\s+/u)
    .every((word) => within.includes(word));
}

interface Reader {
  readonly isAdministrator: boolean;
  readonly mode: Mode;
}

export function pagesAndActions(query: string, { isAdministrator, mode }: Reader): readonly HitGroup[] {
  const pages = groupsFor(isAdministrator, mode).flatMap(({ entries }) =>
    entries.map(({ label, path, icon, key }): Hit => ({ name: label, path, icon, keys: `G ${key.toUpperCase()}` })),
  );
  const named = (hits: readonly Hit[]) => hits.filter(({ name }) => isFoundIn(name, query.trim()));
  return [
    { label: "Actions", hits: query.trim() === "" ? [] : named(ACTIONS) },
    { label: "Go to", hits: named(pages) },
  ].filter(({ hits }) => hits.length > 0);
}
