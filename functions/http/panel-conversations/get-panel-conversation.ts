import { toConversationView } from "../../../shared/contract/conversation-views.ts";
import { getPanelConversation as contract } from "../../../shared/contract/conversations.ts";
import { operation } from "../../../shared/http/operation.ts";
import { getConversation as read } from "../../../shared/use-cases/conversations/get-conversation.ts";
import { conversationServices } from "../../../shared/wiring/conversations.ts";

export const getPanelConversation = operation(
  contract,
  async (deps, { owner, params }) => toConversationView(await read(deps, owner, params.id), deps.clock.now()),
  conversationServices,
);
