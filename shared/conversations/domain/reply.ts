import { type FreeFormContent, locationContent, mediaContent, textContent } from "../../chat/domain/chat-message.ts";
import { MEDIA_KINDS, type MediaKind } from "../../chat/domain/media-type.ts";

/** The types of message that a reply may have (P-reply-body). */
export const REPLY_TYPES = ["text", ...MEDIA_KINDS, "location"] as const;
export type ReplyType = (typeof REPLY_TYPES)[number];

export interface ReplyDraft {
  readonly type: ReplyType;
  readonly text?: string | undefined;
  /** Our own id of an upload (D33b). */
  readonly mediaId?: string | undefined;
  readonly mediaUrl?: string | undefined;
  readonly caption?: string | undefined;
  readonly filename?: string | undefined;
  readonly latitude?: number | undefined;
  readonly longitude?: number | undefined;
  readonly locationName?: string | undefined;
  readonly address?: string | undefined;
}

/** The names that a reply has for these fields of the content. */
const REPLY_FIELDS: Readonly<Record<string, string>> = {
  body: "text",
  id: "media_id",
  link: "media_url",
  name: "location_name",
};

const nameOf = (field: string): string => REPLY_FIELDS[field] ?? field;

function mediaReply(type: MediaKind, { mediaId, mediaUrl, caption, filename }: ReplyDraft): FreeFormContent {
  return mediaContent({ type, id: mediaId, link: mediaUrl, caption, filename }, nameOf);
}

/** @throws Refusal `invalid_request`, which names the field of the reply and the rule */
export function replyContent(draft: ReplyDraft): FreeFormContent {
  const { type, text, latitude, longitude, locationName, address } = draft;
  switch (type) {
    case "text":
      return textContent({ body: text }, nameOf);
    case "location":
      return locationContent({ latitude, longitude, name: locationName, address }, nameOf);
    case "image":
    case "video":
    case "audio":
    case "document":
      return mediaReply(type, draft);
  }
}

/** The template that is sent when the service window is closed, with values in the order of its parameters (D33a). */
export interface OrderedTemplate {
  readonly templateId: string;
  readonly parameters: readonly string[];
}

export interface Reply {
  readonly content: FreeFormContent;
  readonly fallback?: OrderedTemplate | undefined;
}

/** A reply that is a template from the start, and no fallback. */
export interface TemplateReply {
  readonly template: OrderedTemplate;
}
