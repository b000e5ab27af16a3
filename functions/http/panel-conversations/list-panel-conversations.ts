import { toConversationPageView } from "../../../shared/contract/conversation-views.ts";
import { listPanelConversations as contract } from "../../../shared/contract/conversations.ts";
import { operation } from "../../../shared/http/operation.ts";
import { listConversations as list } from "../../../shared/use-cases/conversations/list-conversations.ts";
import { conversationServices } from "../../../shared/wiring/conversations.ts";

export const listPanelConversations = operation(
  contract,
  async (deps, { owner, query }) => toConversationPageView(await list(deps, owner, query), deps.clock.now()),
  conversationServices,
);
