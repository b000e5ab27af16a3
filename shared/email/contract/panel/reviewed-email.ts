import * as z from "zod";
import type { EmailContent } from "../../domain/email-content.ts";
import { BODY_TYPES } from "../../domain/mail.ts";

/** A mail that waits for a person: its final words, without its sender and headers (D47e). */
export const reviewedEmail = z
  .strictObject({
    subject: z.string(),
    body: z.string(),
    body_type: z.enum(BODY_TYPES),
    text: z.string().optional(),
    cc: z.array(z.string()).optional(),
    bcc: z.array(z.string()).optional(),
    attachments: z
      .array(z.strictObject({ filename: z.string(), size: z.int().min(0) }).meta({ id: "ReviewedFile" }))
      .optional(),
  })
  .meta({ id: "ReviewedEmail" });

export const toReviewedEmail = (email: EmailContent): z.input<typeof reviewedEmail> => {
  const { subject, body, bodyType, text, cc, bcc, attachments = [] } = email;
  const files = attachments.map(({ filename, sizeBytes }) => ({ filename, size: sizeBytes }));
  return {
    subject,
    body,
    body_type: bodyType,
    ...(text === undefined ? {} : { text }),
    ...(cc.length > 0 && { cc: [...cc] }),
    ...(bcc.length > 0 && { bcc: [...bcc] }),
    ...(files.length > 0 && { attachments: files }),
  };
};
