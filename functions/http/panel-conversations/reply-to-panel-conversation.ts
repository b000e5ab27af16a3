import { replyToPanelConversation as contract } from "../../../shared/conversations/contract/conversations.ts";
import { replyToConversation as reply } from "../../../shared/conversations/reply-to-conversation.ts";
import { conversationServices } from "../../../shared/conversations/wiring.ts";
import { operation } from "../../../shared/edge/operation.ts";

export const replyToPanelConversation = operation(
  contract,
  async (deps, { owner, params, body, reservedId, isRepeat }) => {
    const id = reservedId ?? deps.identifiers.newId();
    const notification = await reply(deps, { owner, conversationId: params.id, id, isRepeat }, body);
    return { notification_id: notification.id };
  },
  conversationServices,
);
