import { httpFunction } from "../../shared/edge/http-function.ts";
import { apiKeyFrame } from "../../shared/keys/wiring.ts";
import { getConversation } from "./conversations/get-conversation.ts";
import { getConversationMessages } from "./conversations/get-conversation-messages.ts";
import { listConversations } from "./conversations/list-conversations.ts";
import { replyToConversation } from "./conversations/reply-to-conversation.ts";

export const handler = httpFunction(apiKeyFrame, [
  listConversations,
  getConversation,
  getConversationMessages,
  replyToConversation,
]);
