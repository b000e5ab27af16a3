import * as z from "zod";
import { timestamp } from "../../edge/contract/fields.ts";
import type { Status } from "../../notifications/domain/notification.ts";
import { isWindowOpen, windowExpiresAtMs } from "../domain/service-window.ts";

/** A conversation has the same fields over REST and over MCP (R-conversation, D31). */
export const conversationView = z
  .strictObject({
    id: z.guid(),
    customer_phone: z.string(),
    customer_name: z.string().optional(),
    chat_account_id: z.guid(),
    window_open: z.boolean(),
    service_window_expires_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: "ChatConversation" });
export type ConversationView = z.input<typeof conversationView>;

export const messageView = z
  .strictObject({
    id: z.guid(),
    direction: z.enum(["inbound", "outbound"]),
    message_type: z.string(),
    payload: z.record(z.string(), z.unknown()),
    occurred_at: timestamp,
  })
  .meta({ id: "ChatMessage" });
export type MessageView = z.input<typeof messageView>;

export const conversationPageView = z
  .strictObject({
    conversations: z.array(conversationView),
    next_cursor: z.string().optional(),
  })
  .meta({ id: "ChatConversationPage" });

export const historyView = z
  .strictObject({
    messages: z.array(messageView),
    window_open: z.boolean(),
    service_window_expires_at: timestamp,
    updated_at: timestamp,
    next_cursor: z.string().optional(),
  })
  .meta({ id: "ChatHistory" });

/** The part of a stored conversation that the views read. */
export interface ShownConversation {
  readonly id: string;
  readonly chatAccountId: string;
  readonly customerPhone?: string | undefined;
  readonly profileName?: string | undefined;
  readonly latestInboundAtMs: number;
  readonly updatedAtMs: number;
}

const rfc3339 = (ms: number): string => new Date(ms).toISOString();

function windowView({ latestInboundAtMs, updatedAtMs }: ShownConversation, nowMs: number) {
  return {
    window_open: isWindowOpen(latestInboundAtMs, nowMs),
    service_window_expires_at: rfc3339(windowExpiresAtMs(latestInboundAtMs)),
    updated_at: rfc3339(updatedAtMs),
  };
}

/** A blank name is left out. */
const nameView = ({ profileName: name }: ShownConversation): Pick<ConversationView, "customer_name"> =>
  name?.trim() ? { customer_name: name } : {};

export const toConversationView = (shown: ShownConversation, nowMs: number): ConversationView => ({
  id: shown.id,
  customer_phone: shown.customerPhone ?? "",
  ...nameView(shown),
  chat_account_id: shown.chatAccountId,
  ...windowView(shown, nowMs),
});

export interface ShownPage {
  readonly conversations: readonly ShownConversation[];
  readonly nextCursor?: string | undefined;
}

export const toConversationPageView = (
  { conversations, nextCursor }: ShownPage,
  nowMs: number,
): z.input<typeof conversationPageView> => ({
  conversations: conversations.map((shown) => toConversationView(shown, nowMs)),
  ...(nextCursor && { next_cursor: nextCursor }),
});

export interface ShownMessage {
  readonly id: string;
  readonly direction: "inbound" | "outbound";
  readonly messageType: string;
  readonly payload: Readonly<Record<string, unknown>>;
  readonly occurredAtMs: number;
  readonly notificationId?: string | undefined;
  readonly media?: { readonly mediaId: string; readonly state: string } | undefined;
  /** The notification's status; it is undefined once its record has expired. */
  readonly status?: Status | undefined;
}

export const toMessageView = ({
  id,
  direction,
  messageType,
  payload,
  occurredAtMs,
  ...more
}: ShownMessage): MessageView => ({
  id,
  direction,
  message_type: messageType,
  payload: {
    ...payload,
    ...(more.media ? { media_id: more.media.mediaId, media_status: more.media.state } : {}),
    ...(more.notificationId ? { notification_id: more.notificationId } : {}),
    ...(more.status ? { status: more.status } : {}),
  },
  occurred_at: rfc3339(occurredAtMs),
});

export interface ShownHistory {
  readonly conversation: ShownConversation;
  readonly messages: readonly ShownMessage[];
  readonly nextCursor?: string | undefined;
}

export const toHistoryView = (
  { conversation, messages, nextCursor }: ShownHistory,
  nowMs: number,
): z.input<typeof historyView> => ({
  messages: messages.map(toMessageView),
  ...windowView(conversation, nowMs),
  ...(nextCursor && { next_cursor: nextCursor }),
});
