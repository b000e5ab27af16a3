import type { ComponentType } from "react";
import { part } from "./components/part.tsx";

export interface PageRoute {
  /** The path uses the syntax of wouter; `useParams` reads its parameters. */
  readonly path: string;
  readonly Page: ComponentType;
}

/** The code of a page is loaded when the page is first opened. */
const page: (load: () => Promise<ComponentType>) => ComponentType = part;

/** The routes of the list and of one notification share this component, so the list stays when a notification is opened. */
const Notifications = page(
  async () => (await import("./pages/notifications/notifications-page.tsx")).NotificationsPage,
);

/** Two addresses, one for each channel, come before those of the records. */
const NewMessage = page(async () => (await import("./pages/new-message/new-message-page.tsx")).NewMessagePage);

/**
 * Lists every page of the panel. A new page needs a folder in `pages/`, a line here, and a line in `layout/navigation.ts`. The first
 * segment of its path must be one of `PANEL_SECTIONS` (`lib/panel-site.ts`); otherwise a reload would not find the panel.
 */
export const ROUTES: readonly PageRoute[] = [
  { path: "/", Page: page(async () => (await import("./pages/home/home-page.tsx")).HomePage) },
  { path: "/notifications", Page: Notifications },
  { path: "/notifications/new", Page: NewMessage },
  { path: "/notifications/:id", Page: Notifications },
  {
    path: "/approvals",
    Page: page(async () => (await import("./pages/approvals/approvals-page.tsx")).ApprovalsPage),
  },
  {
    path: "/email-templates",
    Page: page(async () => (await import("./pages/email-templates/templates-page.tsx")).TemplatesPage),
  },
  {
    path: "/email-templates/start",
    Page: page(async () => (await import("./pages/email-templates/starters/starters-page.tsx")).StartersPage),
  },
  {
    path: "/email-templates/:id",
    Page: page(async () => (await import("./pages/email-templates/template-page.tsx")).TemplatePage),
  },
  {
    path: "/sending-accounts",
    Page: page(async () => (await import("./pages/sending-accounts/accounts-page.tsx")).AccountsPage),
  },
  {
    path: "/sending-accounts/:id",
    Page: page(async () => (await import("./pages/sending-accounts/account-page.tsx")).AccountPage),
  },
  {
    path: "/chat-templates",
    Page: page(async () => (await import("./pages/chat-templates/templates-page.tsx")).ChatTemplatesPage),
  },
  {
    path: "/chat-templates/:id",
    Page: page(async () => (await import("./pages/chat-templates/template-page.tsx")).ChatTemplatePage),
  },
  { path: "/conversations/new", Page: NewMessage },
  {
    // One route serves the list and a conversation, so the list stays while conversations are opened beside it.
    path: "/conversations/:id?",
    Page: page(async () => (await import("./pages/conversations/conversations-page.tsx")).ConversationsPage),
  },
  {
    path: "/admin/chat-accounts",
    Page: page(async () => (await import("./pages/chat-accounts/accounts-page.tsx")).ChatAccountsPage),
  },
  {
    path: "/admin/chat-accounts/:id",
    Page: page(async () => (await import("./pages/chat-accounts/account-page.tsx")).ChatAccountPage),
  },
  { path: "/events", Page: page(async () => (await import("./pages/events/events-page.tsx")).EventsPage) },
  // The path is not `/webhooks`, because providers post there.
  {
    path: "/events/webhooks",
    Page: page(async () => (await import("./pages/webhooks/webhooks-page.tsx")).WebhooksPage),
  },
  {
    path: "/events/webhooks/:id",
    Page: page(async () => (await import("./pages/webhooks/webhook-page.tsx")).WebhookPage),
  },
  {
    path: "/suppressions",
    Page: page(async () => (await import("./pages/suppressions/suppressions-page.tsx")).SuppressionsPage),
  },
  { path: "/alerts", Page: page(async () => (await import("./pages/alerts/alerts-page.tsx")).AlertsPage) },
  { path: "/activity", Page: page(async () => (await import("./pages/activity/activity-page.tsx")).ActivityPage) },
  { path: "/sandbox", Page: page(async () => (await import("./pages/sandbox/sandbox-page.tsx")).SandboxPage) },
  { path: "/api-keys", Page: page(async () => (await import("./pages/api-keys/api-keys-page.tsx")).ApiKeysPage) },
];
