import { httpFunction } from "../../../shared/edge/http-function.ts";
import { apiKeyFrame } from "../../../shared/keys/frame-wiring.ts";
import { getConversation } from "./get-conversation.ts";
import { getConversationMessages } from "./get-conversation-messages.ts";
import { listConversations } from "./list-conversations.ts";
import { replyToConversation } from "./reply-to-conversation.ts";

export const handler = httpFunction(apiKeyFrame, [
  listConversations,
  getConversation,
  getConversationMessages,
  replyToConversation,
]);
