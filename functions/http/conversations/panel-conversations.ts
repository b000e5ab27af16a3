import {
  getPanelConversation,
  getPanelConversationMessages,
  listPanelConversations,
  replyToPanelConversation,
} from "../../../shared/conversations/contract/conversations.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { idempotentTokenServices } from "../../../shared/identity/wiring.ts";
import { conversationOperations } from "./operations.ts";

export const handler = httpFunction(
  idempotentTokenServices,
  conversationOperations({
    list: listPanelConversations,
    detail: getPanelConversation,
    history: getPanelConversationMessages,
    reply: replyToPanelConversation,
  }),
);
