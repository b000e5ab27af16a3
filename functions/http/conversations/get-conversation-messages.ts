import { toHistoryView } from "../../../shared/conversations/contract/conversation-views.ts";
import { getConversationMessages as contract } from "../../../shared/conversations/contract/conversations.ts";
import { getMessages } from "../../../shared/conversations/get-messages.ts";
import { conversationServices } from "../../../shared/conversations/wiring.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const getConversationMessages = operation(
  contract,
  async (deps, { owner, params, query }) =>
    toHistoryView(await getMessages(deps, owner, { ...params, ...query }), deps.clock.now()),
  conversationServices,
);
