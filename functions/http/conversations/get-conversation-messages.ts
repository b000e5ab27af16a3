import { toHistoryView } from "../../../shared/contract/conversation-views.ts";
import { getConversationMessages as contract } from "../../../shared/contract/conversations.ts";
import { operation } from "../../../shared/http/operation.ts";
import { getMessages } from "../../../shared/use-cases/conversations/get-messages.ts";
import { conversationServices } from "../../../shared/wiring/conversations.ts";

export const getConversationMessages = operation(
  contract,
  async (deps, { owner, params, query }) =>
    toHistoryView(await getMessages(deps, owner, { ...params, ...query }), deps.clock.now()),
  conversationServices,
);
