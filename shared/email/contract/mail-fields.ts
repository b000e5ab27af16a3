import * as z from "zod";
import { optionalText, stringMap } from "../../edge/contract/fields.ts";

const MAX_REPLY_TO = 5;
const MAX_ATTACHMENTS = 20;

/** D43: one file of a mail, as its request gives it. */
export const attachmentRequest = z
  .strictObject({
    filename: optionalText("filename"),
    content_type: optionalText("content_type"),
    content_id: optionalText("content_id").meta({
      description: "Shows the file where the html body says cid:<content_id>.",
    }),
    content: optionalText("content").meta({ description: "The file in base64." }),
    attachment_id: optionalText("attachment_id").meta({ description: "A file that was uploaded before." }),
  })
  .meta({ id: "Attachment" });
export type AttachmentRequest = z.output<typeof attachmentRequest>;

const replyTo = z
  .union([z.string(), z.array(z.string()).min(1).max(MAX_REPLY_TO)], {
    error: `reply_to must be an address or a list of at most ${MAX_REPLY_TO}`,
  })
  .transform((given) => (typeof given === "string" ? [given] : given));

const attachments = z
  .array(attachmentRequest, { error: "attachments must be an array" })
  .max(MAX_ATTACHMENTS, { error: `attachments must be at most ${MAX_ATTACHMENTS}` });

/** D43, D44a. */
export const mailFields = {
  text: optionalText("text").meta({ description: "The plain part beside an html body, in place of the derived one." }),
  reply_to: replyTo.optional().meta({ description: "An address, or a list of at most five." }),
  headers: stringMap("headers").optional(),
  attachments: attachments.optional(),
};

/** On a channel that has no use for them: their types are checked, nothing else. */
export const unusedMailFields = {
  text: mailFields.text,
  reply_to: z
    .union([z.string(), z.array(z.string())], { error: "reply_to must be a string or an array of strings" })
    .optional(),
  headers: mailFields.headers,
  attachments: z.array(z.unknown(), { error: "attachments must be an array" }).optional(),
};

/** The fields as the code names them. */
export interface MailFields {
  readonly text?: string | undefined;
  readonly replyTo?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments?: readonly AttachmentRequest[] | undefined;
}
