import * as z from "zod";
import { excerptOf } from "../../../chat/domain/message-text.ts";
import { timestamp } from "../../../edge/contract/fields.ts";
import { MESSAGE_OUTCOMES, type MessageOutcome } from "../../../notifications/domain/message-outcome.ts";
import { waitingSince } from "../../domain/attention.ts";
import type { Conversation } from "../../domain/conversation.ts";
import type { TextsLookedAt } from "../../domain/inbox-page.ts";
import { conversationPageView, conversationView, toConversationView } from "../conversation-views.ts";

export const messageOutcome = z.enum(MESSAGE_OUTCOMES).meta({ id: "ChatMessageStatus" });

const lastMessageView = z.strictObject({
  id: z.guid(),
  direction: z.enum(["inbound", "outbound"]),
  message_type: z.string(),
  text: z.string(),
  at: timestamp,
  notification_id: z.guid().optional(),
  status: messageOutcome.optional(),
});

export const panelConversationView = conversationView
  .extend({
    last_message: lastMessageView.optional(),
    unread: z.int(),
    waiting_since: timestamp.optional(),
    is_done: z.boolean(),
    first_wrote_at: timestamp.optional(),
    matched_text: z.string().optional(),
  })
  .meta({ id: "PanelConversation" });
type PanelConversationView = z.input<typeof panelConversationView>;

export const panelConversationPageView = conversationPageView
  .extend({
    conversations: z.array(panelConversationView),
    looked_at: z
      .strictObject({
        conversations: z.int(),
        back_to: timestamp,
      })
      .optional(),
  })
  .meta({ id: "PanelConversationPage" });

const rfc3339 = (ms: number): string => new Date(ms).toISOString();

function lastMessage({ last, outcome }: ShownInInbox): Pick<PanelConversationView, "last_message"> {
  if (last === undefined) return {};
  const { id, direction, messageType, text, occurredAtMs } = last;
  return {
    last_message: {
      id,
      direction,
      message_type: messageType,
      text,
      at: rfc3339(occurredAtMs),
      ...(direction === "outbound" && { notification_id: id }),
      ...(outcome && { status: outcome }),
    },
  };
}

export interface ShownInInbox extends Conversation {
  readonly outcome?: MessageOutcome | undefined;
  readonly matchedText?: string | undefined;
}

export function toPanelConversationView(shown: ShownInInbox, nowMs: number): PanelConversationView {
  const { unread = 0, isDone = false, firstWroteAtMs, matchedText } = shown;
  const since = waitingSince(shown);
  return {
    ...toConversationView(shown, nowMs),
    ...lastMessage(shown),
    unread,
    ...(since !== undefined && { waiting_since: rfc3339(since) }),
    is_done: isDone,
    ...(firstWroteAtMs !== undefined && { first_wrote_at: rfc3339(firstWroteAtMs) }),
    ...(matchedText !== undefined && { matched_text: excerptOf(matchedText) }),
  };
}

export interface ShownInboxPage {
  readonly conversations: readonly ShownInInbox[];
  readonly nextCursor?: string | undefined;
  readonly lookedAt?: TextsLookedAt | undefined;
}

export const toPanelConversationPageView = (
  { conversations, nextCursor, lookedAt }: ShownInboxPage,
  nowMs: number,
): z.input<typeof panelConversationPageView> => ({
  conversations: conversations.map((shown) => toPanelConversationView(shown, nowMs)),
  ...(nextCursor && { next_cursor: nextCursor }),
  ...(lookedAt && { looked_at: { conversations: lookedAt.conversations, back_to: rfc3339(lookedAt.backToMs) } }),
});
