import * as z from "zod";
import { textMap } from "../../kernel/text-map.ts";
import { BODY_TYPES } from "../domain/mail.ts";

const emailAttachment = z.object({
  filename: z.string(),
  contentType: z.string().optional(),
  contentId: z.string().optional(),
  sizeBytes: z.number(),
  source: z.union([z.object({ base64: z.string() }), z.object({ key: z.string() })]),
});

export const emailContentItem = z.object({
  channel: z.literal("email"),
  recipient: z.string(),
  cc: z.array(z.string()),
  bcc: z.array(z.string()),
  fromName: z.string().optional(),
  subject: z.string(),
  body: z.string(),
  bodyType: z.enum(BODY_TYPES),
  text: z.string().optional(),
  replyTo: z.array(z.string()).optional(),
  headers: textMap().optional(),
  attachments: z.array(emailAttachment).optional(),
  unsubscribe: z.object({ topic: z.string(), url: z.string() }).optional(),
});
