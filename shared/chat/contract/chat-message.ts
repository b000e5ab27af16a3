import * as z from "zod";
import { oneOf, optionalText, stringMap, uuid } from "../../edge/contract/fields.ts";
import { invalid } from "../../kernel/refusal.ts";
import type { ChatIntent, TemplateChoice } from "../domain/chat-intent.ts";
import {
  type FreeFormContent,
  locationContent,
  mediaContent,
  type NameOf,
  reactionContent,
  textContent,
} from "../domain/chat-message.ts";
import { MEDIA_KINDS, type MediaKind } from "../domain/media-type.ts";

const FREE_FORM_TYPES = ["text", ...MEDIA_KINDS, "location", "reaction"] as const;
export const CHAT_TYPES = ["template", ...FREE_FORM_TYPES] as const;
type ChatType = (typeof CHAT_TYPES)[number];

const object = <Shape extends z.core.$ZodLooseShape>(field: string, shape: Shape) =>
  z.strictObject(shape, {
    error: ({ code, input }) => {
      if (code !== "invalid_type") return undefined;
      return input === undefined ? `${field} is required` : `${field} must be an object`;
    },
  });
const number = (field: string) => z.number({ error: `${field} must be a number` }).optional();

const mediaPart = (kind: MediaKind) =>
  object(`chat.${kind}`, {
    id: optionalText(`chat.${kind}.id`),
    link: optionalText(`chat.${kind}.link`),
    caption: optionalText(`chat.${kind}.caption`),
    filename: optionalText(`chat.${kind}.filename`),
  }).optional();

const fallbackTemplate = object("chat.fallback_template", {
  type: oneOf("chat.fallback_template.type", ["template"]).optional(),
  template_id: uuid("chat.fallback_template.template_id"),
  values: stringMap("chat.fallback_template.values").default({}),
});

/** The payload is checked only for types and names of fields; `chatMessageOf` checks which fields belong together. */
export const chatPayload = object("chat", {
  type: oneOf("chat.type", CHAT_TYPES).optional(),
  template_id: uuid("chat.template_id").optional(),
  values: stringMap("chat.values").optional(),
  text: object("chat.text", {
    body: optionalText("chat.text.body"),
    preview_url: z.boolean({ error: "chat.text.preview_url must be a boolean" }).optional(),
  }).optional(),
  image: mediaPart("image"),
  video: mediaPart("video"),
  audio: mediaPart("audio"),
  document: mediaPart("document"),
  location: object("chat.location", {
    latitude: number("chat.location.latitude"),
    longitude: number("chat.location.longitude"),
    name: optionalText("chat.location.name"),
    address: optionalText("chat.location.address"),
  }).optional(),
  reaction: object("chat.reaction", {
    message_id: optionalText("chat.reaction.message_id"),
    emoji: optionalText("chat.reaction.emoji"),
  }).optional(),
  fallback_template: fallbackTemplate.optional(),
}).meta({ id: "ChatPayload" });
export type ChatPayload = z.output<typeof chatPayload>;

/** Each type has these fields; any other field belongs to another type and would be lost silently. */
const partsOf = (type: ChatType): readonly string[] =>
  type === "template" ? ["template_id", "values"] : [type, "fallback_template"];

function typeOf({ type, template_id }: ChatPayload): ChatType {
  if (type !== undefined) return type;
  if (template_id === undefined) throw invalid("chat.type is required");
  return "template";
}

function refuseSurplus(payload: ChatPayload, type: ChatType): void {
  const known = ["type", ...partsOf(type)];
  const surplus = Object.entries(payload).find(([name, value]) => value !== undefined && !known.includes(name));
  if (surplus) throw invalid(`chat.${surplus[0]} does not belong to chat.type ${type}`);
}

function part<Part>(value: Part | undefined, type: string): Part {
  if (value === undefined) throw invalid(`chat.${type} is required`);
  return value;
}

function freeFormOf(payload: ChatPayload, type: Exclude<ChatType, "template">): FreeFormContent {
  const nameOf: NameOf = (field) => `chat.${type}.${field}`;
  switch (type) {
    case "text": {
      const { body, preview_url: previewUrl } = part(payload.text, type);
      return textContent({ body, previewUrl }, nameOf);
    }
    case "location":
      return locationContent(part(payload.location, type), nameOf);
    case "reaction": {
      const { message_id: messageId, emoji } = part(payload.reaction, type);
      return reactionContent({ messageId, emoji }, nameOf);
    }
    case "image":
    case "video":
    case "audio":
    case "document":
      return mediaContent({ type, ...part(payload[type], type) }, nameOf);
  }
}

function fallbackOf({ fallback_template: fallback }: ChatPayload): TemplateChoice | undefined {
  if (fallback === undefined) return undefined;
  const { template_id: templateId, values } = fallback;
  return { templateId, values: { kind: "named", values, path: "chat.fallback_template.values" } };
}

/**
 * Makes the domain's message from the payload (C2, C3 and C6).
 * @throws Refusal `invalid_request` naming the field and the rule
 */
export function chatMessageOf(payload: ChatPayload): Pick<ChatIntent, "content" | "fallback"> {
  const type = typeOf(payload);
  refuseSurplus(payload, type);
  if (type === "template") {
    const { template_id: templateId, values = {} } = payload;
    if (templateId === undefined) throw invalid("chat.template_id is required");
    return { content: { kind: "template", templateId, values: { kind: "named", values, path: "chat.values" } } };
  }
  const idField = type === "reaction" ? "chat.reaction.message_id" : `chat.${type}.id`;
  const content = { kind: "free_form", content: freeFormOf(payload, type), idField } as const;
  return { content, fallback: fallbackOf(payload) };
}
