import { invalid, Refusal } from "../kernel/refusal.ts";
import type { FilePart } from "../notifications/domain/message-file.ts";
import { leavesAtMs, type Notification, type NotificationContent } from "../notifications/domain/notification.ts";
import type { EmailAttachment } from "./domain/attachment.ts";
import { composeMail } from "./domain/compose-mail.ts";
import { type EmailContent, emailIn } from "./domain/email-content.ts";
import { htmlToText } from "./domain/html-to-text.ts";
import { headersIn } from "./domain/message-headers.ts";
import { allRecipients } from "./domain/recipients.ts";
import type { SendingAccount } from "./domain/sending-account.ts";
import type { MessageText, ShownEmail, ShownFile } from "./domain/shown-email.ts";
import type { MailFiles, MessageComposer, SendingAccountStore } from "./ports.ts";

export interface ShowEmailDeps {
  readonly sendingAccounts: Pick<SendingAccountStore, "find">;
  readonly mailFiles: MailFiles;
  readonly messageComposer: MessageComposer;
}

export async function showEmail(
  deps: ShowEmailDeps,
  notification: Notification,
  content: NotificationContent,
): Promise<ShownEmail> {
  const email = emailIn(content);
  const { recipient: to, cc, bcc, replyTo = [], subject, body, bodyType, text } = email;
  const isHtml = bodyType === "html";
  const [account, files] = await Promise.all([
    deps.sendingAccounts.find(notification.owner, notification.accountId),
    Promise.all((email.attachments ?? []).map((file) => shownFile(deps, file))),
  ]);
  const composed = account && (await compose(deps, notification, { account, content: email }));
  return {
    channel: "email",
    to,
    cc,
    bcc,
    replyTo,
    subject,
    files,
    ...(isHtml && { html: body }),
    text: isHtml ? text || htmlToText(body) : body,
    from: composed?.from,
    headers: headersIn(composed?.source?.text ?? ""),
    source: composed?.source,
  };
}

interface Composed {
  readonly from: ShownEmail["from"];
  readonly source?: MessageText | undefined;
}

async function compose(
  { messageComposer }: Pick<ShowEmailDeps, "messageComposer">,
  notification: Notification,
  { account, content }: { readonly account: SendingAccount; readonly content: EmailContent },
): Promise<Composed> {
  const { id, from } = notification;
  const identity = { id, date: new Date(leavesAtMs(notification)), from };
  const mail = composeMail(identity, { account, content, envelope: allRecipients(content) });
  const source = account.settings.provider === "smtp" ? await messageComposer.compose(mail) : undefined;
  return { from: mail.from, source };
}

const shownFile = async (
  { mailFiles }: Pick<ShowEmailDeps, "mailFiles">,
  { source, ...file }: EmailAttachment,
): Promise<ShownFile> => ({ ...file, isKept: "base64" in source || (await mailFiles.has(source.key)) });

/** A part of a file has at most this many bytes, so that in base64 it stays below Lambda's limit for an answer. */
const PART_BYTES = 3_000_000;

/**
 * Reads a part of one of the mail's files, which are counted from 0.
 * @throws Refusal `not_found`, `invalid_request` past the end of the file, or `content_not_kept`
 */
export async function readEmailFile(
  { mailFiles }: Pick<ShowEmailDeps, "mailFiles">,
  content: NotificationContent,
  { index, from }: { readonly index: number; readonly from: number },
): Promise<FilePart> {
  const attachment = emailIn(content).attachments?.[index];
  if (attachment === undefined) throw new Refusal("not_found", "not found");
  const { source, ...file } = attachment;
  if (from > 0 && from >= file.sizeBytes) throw invalid("from is past the end of the file");
  const bytes = Math.min(PART_BYTES, file.sizeBytes - from);
  const next = from + bytes < file.sizeBytes ? from + bytes : undefined;
  if ("base64" in source)
    return { file, bytes: Buffer.from(source.base64, "base64").subarray(from, from + bytes), next };
  if (!(await mailFiles.has(source.key))) throw new Refusal("content_not_kept", "content is no longer kept");
  // An empty file is not read, because S3 has no range of zero bytes.
  return { file, bytes: bytes === 0 ? new Uint8Array() : await mailFiles.read(source.key, from, bytes), next };
}
