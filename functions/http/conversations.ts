import {
  getConversation,
  getConversationMessages,
  listConversations,
  replyToConversation,
} from "../../shared/conversations/contract/conversations.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { apiKeyEdgeServices } from "../../shared/keys/wiring.ts";
import { conversationOperations } from "./conversations/operations.ts";

export const handler = httpFunction(
  apiKeyEdgeServices,
  conversationOperations({
    list: listConversations,
    detail: getConversation,
    history: getConversationMessages,
    reply: replyToConversation,
  }),
);
