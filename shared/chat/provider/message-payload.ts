import type { FreeFormContent, MediaContent } from "../domain/chat-message.ts";
import type { ApprovedComponents, HeaderValue } from "../domain/templates/template-values.ts";
import type { OutgoingMessage } from "../ports/chat-sender.ts";

/** A phone number is preferred to the business-scoped id when both are known. */
export type PayloadRecipient = { readonly phone: string } | { readonly providerUserId: string };

export interface PayloadFrame {
  readonly recipient: PayloadRecipient;
  /** The platform returns this text with every status, which leads to the notification (D23). It has at most 512 characters. */
  readonly callbackId: string;
}

/** A content with the provider's ids of its media and of the message that it reacts to. */
export interface ResolvedContent {
  readonly content: FreeFormContent;
  /** Media that was uploaded is named by the platform's id. */
  readonly providerMediaId?: string | undefined;
  /** A reaction names its message by the platform's id. */
  readonly providerMessageId?: string | undefined;
}

/** The platform puts the business's own country code before a number without a plus (D30). */
const addressee = (recipient: PayloadRecipient) =>
  "phone" in recipient ? { to: recipient.phone } : { recipient: recipient.providerUserId };

const frame = ({ recipient, callbackId }: PayloadFrame) => ({
  messaging_product: "whatsapp",
  recipient_type: "individual",
  ...addressee(recipient),
  biz_opaque_callback_data: callbackId,
});

/** Audio has no caption, and only documents have a file name, because the platform refuses these fields elsewhere. */
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

/** Components without variables are left out. The platform counts buttons from 0, as text. */
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

export function templatePayload(
  head: PayloadFrame,
  { name, language }: TemplateAddress,
  components: ApprovedComponents,
) {
  const filled = templateComponents(components);
  const template = { name, language: { code: language }, ...(filled.length === 0 ? {} : { components: filled }) };
  return { ...frame(head), type: "template", template };
}

/** Makes the platform's message object of a message that is handed over. */
export function outgoingPayload({ recipient, callbackId, message, upload, targetId }: OutgoingMessage) {
  const head = { recipient, callbackId };
  if (message.type === "template") return templatePayload(head, message, message.components);
  const content = withUploadName(message, upload?.filename);
  return freeFormPayload(head, { content, providerMediaId: upload?.providerMediaId, providerMessageId: targetId });
}

/** A document is shown under the name of its upload, unless the caller gave another one. */
const withUploadName = <Content extends { readonly type: string; readonly filename?: string | undefined }>(
  content: Content,
  filename: string | undefined,
): Content => (content.type === "document" && filename !== undefined ? { filename, ...content } : content);
