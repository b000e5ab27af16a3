import { httpFunction } from "../../../shared/edge/http-function.ts";
import { idempotentTokenFrame } from "../../../shared/identity/idempotent-frame-wiring.ts";
import { getPanelConversation } from "./get-panel-conversation.ts";
import { getPanelConversationMessages } from "./get-panel-conversation-messages.ts";
import { listPanelConversations } from "./list-panel-conversations.ts";
import { replyToPanelConversation } from "./reply-to-panel-conversation.ts";

export const handler = httpFunction(idempotentTokenFrame, [
  listPanelConversations,
  getPanelConversation,
  getPanelConversationMessages,
  replyToPanelConversation,
]);
