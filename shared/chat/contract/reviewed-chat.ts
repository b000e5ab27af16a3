import * as z from "zod";
import { textMap } from "../../kernel/text-map.ts";
import type { ChatContent, TemplateMessage } from "../domain/chat-content.ts";
import type { FreeFormContent } from "../domain/chat-message.ts";
import { CHAT_TYPES } from "./chat-message.ts";

const text = z.string().optional();
const media = z.strictObject({ id: text, link: text, caption: text, filename: text }).optional();
const template = { template_id: z.string().optional(), values: textMap().optional() };

const reviewedMessage = z
  .strictObject({
    type: z.enum(CHAT_TYPES),
    ...template,
    text: z.strictObject({ body: z.string(), preview_url: z.boolean().optional() }).optional(),
    image: media,
    video: media,
    audio: media,
    document: media,
    location: z.strictObject({ latitude: z.number(), longitude: z.number(), name: text, address: text }).optional(),
    reaction: z.strictObject({ message_id: z.string(), emoji: z.string() }).optional(),
    fallback_template: z.strictObject({ type: z.literal("template"), ...template }).optional(),
  })
  .meta({ id: "ReviewedChatMessage" });
type Payload = z.input<typeof reviewedMessage>;

/** A chat message that waits for a person, in the fields of the request that sends it (D47e). */
export const reviewedChat = z.strictObject({ chat: reviewedMessage }).meta({ id: "ReviewedChat" });

export const toReviewedChat = ({ message, fallback }: ChatContent): z.input<typeof reviewedChat> => ({
  chat: {
    ...(message.type === "template" ? templatePart(message) : freeFormPart(message)),
    ...(fallback && { fallback_template: templatePart(fallback) }),
  },
});

const templatePart = ({ templateId, values }: TemplateMessage) => ({
  type: "template" as const,
  template_id: templateId,
  ...(Object.keys(values).length > 0 && { values: { ...values } }),
});

function freeFormPart(message: FreeFormContent): Payload {
  const { type } = message;
  switch (type) {
    case "text": {
      const { body, previewUrl } = message;
      return { type, text: { body, ...(previewUrl && { preview_url: true }) } };
    }
    case "location": {
      const { latitude, longitude, name, address } = message;
      return { type, location: { latitude, longitude, ...some({ name, address }) } };
    }
    case "reaction":
      return { type, reaction: { message_id: message.messageId, emoji: message.emoji } };
    case "image":
    case "video":
    case "audio":
    case "document": {
      const { source, caption, filename } = message;
      return { type, [type]: { ...source, ...some({ caption, filename }) } };
    }
  }
}

/** Leaves out the fields that the send did not give. */
const some = (fields: Readonly<Record<string, string | undefined>>): Readonly<Record<string, string>> =>
  Object.fromEntries(Object.entries(fields).flatMap(([name, value]) => (value === undefined ? [] : [[name, value]])));
