import { conversationServices } from "../../../shared/composition/conversations.ts";
import { toConversationView } from "../../../shared/conversations/contract/conversation-views.ts";
import { getConversation as contract } from "../../../shared/conversations/contract/conversations.ts";
import { getConversation as read } from "../../../shared/conversations/get-conversation.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const getConversation = operation(
  contract,
  async (deps, { owner, params }) => toConversationView(await read(deps, owner, params.id), deps.clock.now()),
  conversationServices,
);
