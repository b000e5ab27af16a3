import type { MessageMediaView } from "../../../shared/conversations/contract/conversation-media.ts";
import { type GetMessageMediaDeps, getMessageMedia } from "../../../shared/conversations/get-message-media.ts";
import type { Call } from "../../../shared/edge/operation.ts";
import { Refusal } from "../../../shared/kernel/refusal.ts";

interface Deps {
  /** Undefined when the deployment keeps no media. */
  readonly media: GetMessageMediaDeps | undefined;
}

type Params = { readonly id: string; readonly messageID: string };

export async function linkToMedia(
  { media }: Deps,
  { owner, params }: Call<unknown, Params>,
): Promise<MessageMediaView> {
  if (media === undefined) throw new Refusal("not_found", "media unavailable");
  const found = await getMessageMedia(media, { owner, conversationId: params.id, messageId: params.messageID });
  return {
    url: found.url,
    expires_at: new Date(found.expiresAtMs).toISOString(),
    content_type: found.contentType,
    filename: found.filename,
  };
}
