import * as z from "zod";
import { textMap } from "../../kernel/text-map.ts";
import { MEDIA_KINDS } from "../domain/media-type.ts";

const templateMessage = z.object({
  type: z.literal("template"),
  templateId: z.string(),
  name: z.string(),
  language: z.string(),
  components: z.object({
    header: z
      .union([
        z.object({ type: z.literal("text"), text: z.string() }),
        z.object({ type: z.enum(["image", "video", "document"]), link: z.string() }),
      ])
      .optional(),
    body: z.array(z.string()),
    buttons: z.array(z.object({ index: z.int(), text: z.string() })),
  }),
  values: textMap(),
  excerpt: z.string().optional(),
});

const chatMessage = z.discriminatedUnion("type", [
  templateMessage,
  z.object({ type: z.literal("text"), body: z.string(), previewUrl: z.boolean() }),
  z.object({
    type: z.enum(MEDIA_KINDS),
    source: z.union([z.object({ id: z.string() }), z.object({ link: z.string() })]),
    caption: z.string().optional(),
    filename: z.string().optional(),
  }),
  z.object({
    type: z.literal("location"),
    latitude: z.number(),
    longitude: z.number(),
    name: z.string().optional(),
    address: z.string().optional(),
  }),
  z.object({ type: z.literal("reaction"), messageId: z.string(), emoji: z.string() }),
]);

export const chatContentItem = z.object({
  channel: z.literal("chat"),
  recipient: z.string(),
  customer: z.union([z.object({ phone: z.string() }), z.object({ providerUserId: z.string() })]),
  customerKey: z.string(),
  conversationId: z.string(),
  message: chatMessage,
  upload: z
    .object({
      providerMediaId: z.string(),
      usableUntilMs: z.number(),
      contentType: z.string(),
      filename: z.string(),
      sizeBytes: z.number(),
    })
    .optional(),
  isReply: z.literal(true).optional(),
  fallback: templateMessage.optional(),
});
