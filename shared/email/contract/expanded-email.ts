import * as z from "zod";
import type { ExpandedEmail } from "../domain/expanded-email.ts";

const expandedAttachment = z
  .strictObject({ filename: z.string(), content_type: z.string(), size: z.int().min(0) })
  .meta({ id: "RequestedAttachment" });

/** The request of a mail as it was accepted (D53). */
export const expandedEmail = z
  .strictObject({
    recipient: z.string().optional(),
    cc: z.array(z.string()).optional(),
    bcc: z.array(z.string()).optional(),
    subject: z.string().optional(),
    from: z.string().optional(),
    from_name: z.string().optional(),
    reply_to: z.array(z.string()).optional(),
    smtp_account_id: z.guid(),
    template_id: z.guid().optional(),
    template_version: z.int().min(1).optional(),
    attachments: z.array(expandedAttachment).optional(),
  })
  .meta({ id: "RequestedEmail" });

/** An empty list is left out, like every field that the send did not give. */
const some = <Item>(items: readonly Item[] = []): Item[] | undefined => (items.length === 0 ? undefined : [...items]);

export const toExpandedEmail = (email: ExpandedEmail): z.input<typeof expandedEmail> => ({
  recipient: email.recipient,
  cc: some(email.cc),
  bcc: some(email.bcc),
  subject: email.subject,
  from: email.from,
  from_name: email.fromName,
  reply_to: some(email.replyTo),
  smtp_account_id: email.accountId,
  template_id: email.templateId,
  template_version: email.templateVersion,
  attachments: some(email.attachments)?.map(({ filename, contentType, sizeBytes }) => ({
    filename,
    content_type: contentType,
    size: sizeBytes,
  })),
});
