import {
  getMessageMedia,
  getPanelMessageMedia,
  type MessageMediaView,
} from "../../shared/conversations/contract/conversation-media.ts";
import { getMessageMedia as linkTo } from "../../shared/conversations/get-message-media.ts";
import { anyCredentialServices, conversationMediaServices } from "../../shared/conversations/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { type OperationRequest, operation } from "../../shared/edge/operation.ts";
import { Refusal } from "../../shared/kernel/refusal.ts";

type MediaRequest = OperationRequest<unknown, { readonly id: string; readonly messageID: string }>;

/** `media` is undefined when the deployment keeps no media. */
async function linkToMedia(
  { media }: ReturnType<typeof conversationMediaServices>,
  { owner, params }: MediaRequest,
): Promise<MessageMediaView> {
  if (media === undefined) throw new Refusal("not_found", "media unavailable");
  const found = await linkTo(media, { owner, conversationId: params.id, messageId: params.messageID });
  return {
    url: found.url,
    expires_at: new Date(found.expiresAtMs).toISOString(),
    content_type: found.contentType,
    filename: found.filename,
  };
}

export const handler = httpFunction(anyCredentialServices, [
  operation(getMessageMedia, linkToMedia, conversationMediaServices),
  operation(getPanelMessageMedia, linkToMedia, conversationMediaServices),
]);
