import * as z from "zod";
import { MEDIA_KINDS } from "../../chat/domain/media-type.ts";
import { BODY_TYPES } from "../../email/domain/mail.ts";
import { textMap } from "../../kernel/text-map.ts";
import type { ChannelName, NotificationContent } from "../domain/notification.ts";

const values = textMap();

const made = {
  madeBy: z
    .object({
      requestId: z.string().optional(),
      key: z.object({ id: z.string(), name: z.string() }).optional(),
      person: z.string().optional(),
      idempotencyKey: z.string().optional(),
    })
    .optional(),
};

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
  values,
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

/** Stored contents before this field are told apart by their shape. */
const channelOf = <Channel extends ChannelName>(channel: Channel) => z.literal(channel).default(channel);

const chatContent = z.object({
  channel: channelOf("chat"),
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
  ...made,
});

const emailAttachment = z.object({
  filename: z.string(),
  contentType: z.string().optional(),
  contentId: z.string().optional(),
  sizeBytes: z.number(),
  source: z.union([z.object({ base64: z.string() }), z.object({ key: z.string() })]),
});

const emailFields = {
  recipient: z.string(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  fromName: z.string().optional(),
  subject: z.string(),
  body: z.string(),
  bodyType: z.enum(BODY_TYPES),
  ...made,
};

const emailContent = z.object({ channel: channelOf("email"), ...emailFields });

/** Code of before these fields passes them over: under this name it reads no such mail, and none leaves without its files. */
const EXTENDED = "email-extended";
const extendedEmailContent = z.object({
  channel: z.literal(EXTENDED).transform(() => "email" as const),
  ...emailFields,
  text: z.string().optional(),
  replyTo: z.array(z.string()).optional(),
  headers: values.optional(),
  attachments: z.array(emailAttachment).optional(),
});

/** By channel; only chat has a conversation. */
export const notificationContent = z.union([chatContent, emailContent, extendedEmailContent]);

/** The content as it is stored. */
export function storedContent(content: NotificationContent): object {
  if (content.channel !== "email") return content;
  const { text, replyTo, headers, attachments } = content;
  const isExtended = [text, replyTo, headers, attachments].some((field) => field !== undefined);
  return isExtended ? { ...content, channel: EXTENDED } : content;
}
