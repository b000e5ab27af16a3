import { httpFunction } from "../../shared/edge/http-function.ts";
import { idempotentTokenFrame } from "../../shared/identity/wiring.ts";
import { getPanelConversation } from "./panel-conversations/get-panel-conversation.ts";
import { getPanelConversationMessages } from "./panel-conversations/get-panel-conversation-messages.ts";
import { listPanelConversations } from "./panel-conversations/list-panel-conversations.ts";
import { replyToPanelConversation } from "./panel-conversations/reply-to-panel-conversation.ts";

export const handler = httpFunction(idempotentTokenFrame, [
  listPanelConversations,
  getPanelConversation,
  getPanelConversationMessages,
  replyToPanelConversation,
]);
