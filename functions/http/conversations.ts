import {
  toConversationPageView,
  toConversationView,
  toHistoryView,
} from "../../shared/conversations/contract/conversation-views.ts";
import * as contract from "../../shared/conversations/contract/conversations.ts";
import { getConversation } from "../../shared/conversations/get-conversation.ts";
import { getMessages } from "../../shared/conversations/get-messages.ts";
import { keyConversationServices } from "../../shared/conversations/key-wiring.ts";
import { listConversations } from "../../shared/conversations/list-conversations.ts";
import { conversationServices } from "../../shared/conversations/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import { apiKeyEdgeServices } from "../../shared/keys/wiring.ts";
import { replyOperation } from "./conversations/reply-operation.ts";

export const handler = httpFunction(apiKeyEdgeServices, [
  operation(
    contract.listConversations,
    async (deps, { owner, query }) =>
      toConversationPageView(await listConversations(deps, owner, query), deps.clock.now()),
    conversationServices,
  ),
  operation(
    contract.getConversation,
    async (deps, { owner, params }) =>
      toConversationView(await getConversation(deps, owner, params.id), deps.clock.now()),
    conversationServices,
  ),
  operation(
    contract.getConversationMessages,
    async (deps, { owner, params, query }) =>
      toHistoryView(await getMessages(deps, owner, { ...params, ...query }), deps.clock.now()),
    conversationServices,
  ),
  replyOperation(contract.replyToConversation, keyConversationServices),
]);
