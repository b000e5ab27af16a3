import type { IconName } from "../components/icon-names.ts";
import type { Mode } from "../session/mode.ts";

export interface NavigationEntry {
  readonly label: string;
  readonly path: string;
  readonly icon: IconName;
  /** The letter that opens the entry when it is pressed after G. */
  readonly key: string;
}

export interface NavigationGroup {
  readonly label?: string;
  readonly entries: readonly NavigationEntry[];
  /** Only administrators see the group; the service decides what they may do. */
  readonly isForAdministrators?: boolean;
  /** The group is about one mode only, and the other one does not show it. */
  readonly mode?: Mode;
}

export const NAVIGATION: readonly NavigationGroup[] = [
  {
    entries: [
      { label: "Home", path: "/", icon: "home", key: "h" },
      { label: "Notifications", path: "/notifications", icon: "notifications", key: "n" },
      { label: "Conversations", path: "/conversations", icon: "chat", key: "c" },
      { label: "Approvals", path: "/approvals", icon: "check", key: "p" },
    ],
  },
  { label: "Test mode", entries: [{ label: "Sandbox", path: "/sandbox", icon: "test", key: "x" }], mode: "test" },
  {
    label: "Email",
    entries: [
      { label: "Email templates", path: "/email-templates", icon: "template", key: "t" },
      { label: "Sending accounts", path: "/sending-accounts", icon: "account", key: "s" },
    ],
  },
  {
    label: "WhatsApp",
    entries: [{ label: "Chat templates", path: "/chat-templates", icon: "chat-template", key: "w" }],
  },
  {
    label: "Settings",
    entries: [
      { label: "Suppressions", path: "/suppressions", icon: "suppression", key: "u" },
      { label: "Alerts", path: "/alerts", icon: "alert", key: "l" },
    ],
  },
  {
    label: "Developers",
    entries: [
      { label: "API keys", path: "/api-keys", icon: "key", key: "k" },
      { label: "Events", path: "/events", icon: "events", key: "e" },
      { label: "Webhooks", path: "/events/webhooks", icon: "webhook", key: "b" },
      { label: "Activity", path: "/activity", icon: "activity", key: "a" },
    ],
  },
  {
    label: "Administration",
    entries: [{ label: "Chat accounts", path: "/admin/chat-accounts", icon: "number", key: "m" }],
    isForAdministrators: true,
    mode: "live",
  },
];

export const groupsFor = (isAdministrator: boolean, shown: Mode): readonly NavigationGroup[] =>
  NAVIGATION.filter(
    ({ isForAdministrators = false, mode = shown }) => mode === shown && (isAdministrator || !isForAdministrators),
  );

const PATHS = NAVIGATION.flatMap(({ entries }) => entries.map(({ path }) => path));

const isWithin = (path: string, location: string): boolean =>
  location === path || (path !== "/" && location.startsWith(`${path}/`));

/** An entry is current at its path and below it, except below the path of another entry. */
export const isCurrent = (path: string, location: string): boolean =>
  isWithin(path, location) && !PATHS.some((other) => other.startsWith(`${path}/`) && isWithin(other, location));

/** Returns the page of the navigation to which an address belongs, without its record; Home for every other address. */
export const listPathOf = (location: string, groups: readonly NavigationGroup[]): string =>
  groups.flatMap(({ entries }) => entries).find(({ path }) => isCurrent(path, location))?.path ?? "/";
