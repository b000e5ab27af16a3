import { isFinal, type Notification, type NotificationContent } from "../notifications/domain/notification.ts";
import type { EmailAttachment } from "./domain/attachment.ts";
import { emailIn } from "./domain/email-content.ts";
import type { ExpandedAttachment, ExpandedEmail } from "./domain/expanded-email.ts";
import type { SendingAccountStore } from "./ports.ts";

export interface ExpandEmailDeps {
  readonly sendingAccounts: Pick<SendingAccountStore, "findPresent">;
  /** Returns the type that the sender gave, or else the type by content and name. */
  readonly mediaTypeOf: (file: EmailAttachment) => Promise<string>;
}

/** Gives back the request of a mail (D53). */
export async function expandEmail(
  deps: ExpandEmailDeps,
  notification: Notification,
  content: NotificationContent | undefined,
): Promise<ExpandedEmail> {
  const { recipient, accountId, templateId, templateVersion } = notification;
  const from = await senderOf(deps, notification);
  const recorded = { channel: "email", recipient, from, accountId, templateId, templateVersion } as const;
  if (content === undefined) return recorded;
  const { recipient: to, cc, bcc, subject, fromName, replyTo, attachments = [] } = emailIn(content);
  const files = await Promise.all(attachments.map((file) => expandedFile(deps, file)));
  return { ...recorded, recipient: to, cc, bcc, subject, fromName, replyTo, attachments: files };
}

/**
 * The sender that the request chose; else, of a mail that has ended, the address that it left from. Until then the mail leaves from the
 * address that its account has now.
 */
async function senderOf(
  { sendingAccounts }: ExpandEmailDeps,
  { owner, accountId, status, from, leftFrom }: Notification,
): Promise<string | undefined> {
  if (from !== undefined) return from;
  if (leftFrom !== undefined && isFinal(status)) return leftFrom;
  return (await sendingAccounts.findPresent(owner, accountId))?.fromAddress ?? leftFrom;
}

const expandedFile = async ({ mediaTypeOf }: ExpandEmailDeps, file: EmailAttachment): Promise<ExpandedAttachment> => {
  const { filename, sizeBytes } = file;
  return { filename, contentType: await mediaTypeOf(file), sizeBytes };
};
