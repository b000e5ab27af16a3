import { toConversationView } from "../../../shared/conversations/contract/conversation-views.ts";
import { getConversation as contract } from "../../../shared/conversations/contract/conversations.ts";
import { getConversation as read } from "../../../shared/conversations/get-conversation.ts";
import { conversationServices } from "../../../shared/conversations/wiring.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const getConversation = operation(
  contract,
  async (deps, { owner, params }) => toConversationView(await read(deps, owner, params.id), deps.clock.now()),
  conversationServices,
);
