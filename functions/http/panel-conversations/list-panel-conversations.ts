import { toConversationPageView } from "../../../shared/conversations/contract/conversation-views.ts";
import { listPanelConversations as contract } from "../../../shared/conversations/contract/conversations.ts";
import { listConversations as list } from "../../../shared/conversations/list-conversations.ts";
import { conversationServices } from "../../../shared/conversations/wiring.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const listPanelConversations = operation(
  contract,
  async (deps, { owner, query }) => toConversationPageView(await list(deps, owner, query), deps.clock.now()),
  conversationServices,
);
