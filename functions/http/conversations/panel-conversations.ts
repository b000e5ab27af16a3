import {
  getPanelConversation,
  getPanelConversationMessages,
  listPanelConversations,
  replyToPanelConversation,
} from "../../../shared/conversations/contract/conversations.ts";
import { httpFunction } from "../../../shared/edge/http-function.ts";
import { personName } from "../../../shared/identity/person-name.ts";
import { idempotentTokenServices, sessionServices } from "../../../shared/identity/wiring.ts";
import { conversationOperations } from "./operations.ts";

export const handler = httpFunction(
  idempotentTokenServices,
  conversationOperations(
    {
      list: listPanelConversations,
      detail: getPanelConversation,
      history: getPanelConversationMessages,
      reply: replyToPanelConversation,
    },
    (identity) => personName(sessionServices(), identity),
  ),
);
