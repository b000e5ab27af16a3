import { toHistoryView } from "../conversations/contract/conversation-views.ts";
import { getMessages } from "../conversations/get-messages.ts";
import { repliedBefore } from "../conversations/reply-to-conversation.ts";
import { CHAT_FIELDS } from "../reference/contract/fields/chat-fields.ts";
import { COMMON_FIELDS } from "../reference/contract/fields/common-fields.ts";
import { EMAIL_FIELDS } from "../reference/contract/fields/email-fields.ts";
import { NOTIFICATION_FIELDS } from "../reference/contract/fields/notification-fields.ts";
import { acceptedBy } from "./accepted-by.ts";
import { type BoundTool, toolBinder } from "./bound-tool.ts";
import { pageThroughMessagesTool, replyOnceTool } from "./contract/conversation-tools.ts";
import { TOOL_FIELDS } from "./contract/tool-fields.ts";
import { type ConversationToolDeps, conversationIdOf, findingTools, replied } from "./conversation-tools.ts";
import { type NotificationToolDeps, notificationTools } from "./notification-tools.ts";
import { type SendOnceDeps, sendOnce } from "./send-once.ts";
import { type SendingToolDeps, sendingTools } from "./sending-tools.ts";
import { type TemplateToolDeps, templateTools } from "./template-tools.ts";

export interface AllToolDeps {
  readonly conversations: ConversationToolDeps & SendOnceDeps;
  readonly sending: SendingToolDeps;
  readonly notifications: NotificationToolDeps;
  readonly templates: TemplateToolDeps;
}

/** The function loads the notes on all of these fields only for keys with permissions in words. */
const bind = toolBinder({ ...COMMON_FIELDS, ...NOTIFICATION_FIELDS, ...EMAIL_FIELDS, ...CHAT_FIELDS, ...TOOL_FIELDS });

/** All tools, as keys with permissions in words see them (D47a). */
export const allTools = ({ conversations, sending, notifications, templates }: AllToolDeps): readonly BoundTool[] => [
  ...findingTools(conversations),
  bind(pageThroughMessagesTool, async ({ owner }, { id, ...page }) => {
    const history = await getMessages(conversations, owner, { id: conversationIdOf(id), ...page });
    return toHistoryView(history, conversations.clock.now());
  }),
  bind(replyOnceTool, async (caller, { id, reply, key }) => {
    const asked = { caller, tool: replyOnceTool.name, key, request: { id: conversationIdOf(id), reply } };
    const notification = await sendOnce(conversations, asked, {
      send: (reserved) => replied(conversations, caller, { id, reply, reserved }),
      sentBefore: (before) => repliedBefore(conversations, { owner: caller.owner, id: before }),
    });
    return acceptedBy(caller, notification);
  }),
  ...sendingTools(bind, sending),
  ...notificationTools(bind, notifications),
  ...templateTools(bind, templates),
];
