import type { IconName } from "../components/icon-paths.ts";

export interface NavigationEntry {
  readonly label: string;
  readonly path: string;
  readonly icon: IconName;
}

export interface NavigationGroup {
  /** Absent for the first group, which needs none. */
  readonly label?: string;
  readonly entries: readonly NavigationEntry[];
  /** Shown to administrators only; the service decides what they may do. */
  readonly isForAdministrators?: boolean;
}

/** The side navigation, in order. Chat and administration have groups of their own below. */
export const NAVIGATION: readonly NavigationGroup[] = [
  {
    entries: [
      { label: "Home", path: "/", icon: "home" },
      { label: "Notifications", path: "/notifications", icon: "notifications" },
    ],
  },
  {
    label: "Email",
    entries: [
      { label: "Sending accounts", path: "/sending-accounts", icon: "account" },
      { label: "Email templates", path: "/email-templates", icon: "template" },
    ],
  },
  {
    label: "Chat",
    entries: [
      { label: "Conversations", path: "/conversations", icon: "chat" },
      { label: "Chat templates", path: "/chat-templates", icon: "template" },
    ],
  },
  {
    label: "Developers",
    entries: [
      { label: "API keys", path: "/api-keys", icon: "key" },
      { label: "Events", path: "/events", icon: "events" },
      { label: "Webhooks", path: "/events/webhooks", icon: "webhook" },
    ],
  },
  {
    label: "Administration",
    entries: [{ label: "Chat accounts", path: "/admin/chat-accounts", icon: "people" }],
    isForAdministrators: true,
  },
];

export const groupsFor = (isAdministrator: boolean): readonly NavigationGroup[] =>
  NAVIGATION.filter(({ isForAdministrators = false }) => isAdministrator || !isForAdministrators);

const PATHS = NAVIGATION.flatMap(({ entries }) => entries.map(({ path }) => path));

const isWithin = (path: string, location: string): boolean =>
  location === path || (path !== "/" && location.startsWith(`${path}/`));

/** Whether an entry is where the reader is: at its path or below it, and not below that of an entry of its own. */
export const isCurrent = (path: string, location: string): boolean =>
  isWithin(path, location) && !PATHS.some((other) => other.startsWith(`${path}/`) && isWithin(other, location));
