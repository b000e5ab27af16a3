import type { FreeFormContent, MediaContent } from "../domain/chat-message.ts";
import type { ApprovedComponents, HeaderValue } from "../domain/templates/template-values.ts";

/** A phone number wins over the business-scoped id when both are known. */
export type PayloadRecipient = { readonly phone: string } | { readonly providerUserId: string };

export interface PayloadFrame {
  readonly recipient: PayloadRecipient;
  /** Comes back with every status: how an event finds its notification (D23). At most 512 characters. */
  readonly callbackId: string;
}

/** The provider's own ids stand where the domain has ours. */
export interface ResolvedContent {
  readonly content: FreeFormContent;
  /** For media by id: the id at the platform. */
  readonly providerMediaId?: string | undefined;
  /** For a reaction: the platform's id of the message. */
  readonly providerMessageId?: string | undefined;
}

/** The platform prepends the business's own country code to a number without a plus (D30). */
const addressee = (recipient: PayloadRecipient) =>
  "phone" in recipient ? { to: recipient.phone } : { recipient: recipient.providerUserId };

const frame = ({ recipient, callbackId }: PayloadFrame) => ({
  messaging_product: "whatsapp",
  recipient_type: "individual",
  ...addressee(recipient),
  biz_opaque_callback_data: callbackId,
});

/** No caption on audio, a file name on documents only: the platform refuses the others. */
function mediaObject({ type, source, caption, filename }: MediaContent, providerMediaId: string | undefined) {
  return {
    ...("link" in source ? { link: source.link } : { id: providerMediaId ?? source.id }),
    ...(caption !== undefined && type !== "audio" ? { caption } : {}),
    ...(filename !== undefined && type === "document" ? { filename } : {}),
  };
}

function typedObject({ content, providerMediaId, providerMessageId }: ResolvedContent) {
  switch (content.type) {
    case "text":
      return { body: content.body, preview_url: content.previewUrl };
    case "location": {
      const { latitude, longitude, name, address } = content;
      return { latitude, longitude, name, address };
    }
    case "reaction":
      return { message_id: providerMessageId ?? content.messageId, emoji: content.emoji };
    case "image":
    case "video":
    case "audio":
    case "document":
      return mediaObject(content, providerMediaId);
  }
}

/** A free-form message in the platform's JSON, ready to be serialised. */
export const freeFormPayload = (head: PayloadFrame, resolved: ResolvedContent) => ({
  ...frame(head),
  type: resolved.content.type,
  [resolved.content.type]: typedObject(resolved),
});

export interface TemplateAddress {
  readonly name: string;
  readonly language: string;
}

const textParameter = (text: string) => ({ type: "text", text });

const headerParameter = (header: HeaderValue) =>
  header.type === "text" ? textParameter(header.text) : { type: header.type, [header.type]: { link: header.link } };

/** Components without variables are left out; the platform counts buttons from 0, as text. */
function templateComponents({ header, body, buttons }: ApprovedComponents) {
  return [
    ...(header === undefined ? [] : [{ type: "header", parameters: [headerParameter(header)] }]),
    ...(body.length === 0 ? [] : [{ type: "body", parameters: body.map(textParameter) }]),
    ...buttons.map(({ index, text }) => ({
      type: "button",
      sub_type: "url",
      index: String(index),
      parameters: [textParameter(text)],
    })),
  ];
}

/** A template message in the platform's JSON. */
export function templatePayload(
  head: PayloadFrame,
  { name, language }: TemplateAddress,
  components: ApprovedComponents,
) {
  const filled = templateComponents(components);
  const template = { name, language: { code: language }, ...(filled.length === 0 ? {} : { components: filled }) };
  return { ...frame(head), type: "template", template };
}
