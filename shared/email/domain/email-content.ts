import type { NotificationContent } from "../../notifications/domain/notification.ts";
import type { EmailAttachment } from "./attachment.ts";
import type { BodyType } from "./mail.ts";

/** The content of an email notification, frozen at acceptance. */
export interface EmailContent extends NotificationContent {
  readonly channel: "email";
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly fromName?: string | undefined;
  readonly subject: string;
  readonly body: string;
  readonly bodyType: BodyType;
  /** The plain part beside an html body; derived from that when it is absent (D44a). */
  readonly text?: string | undefined;
  readonly replyTo?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments?: readonly EmailAttachment[] | undefined;
}

/** The store reads what names this channel by its codec alone. */
const isEmailContent = (content: NotificationContent): content is EmailContent => content.channel === "email";

/** Throws for the content of another channel. */
export function emailIn(content: NotificationContent): EmailContent {
  if (!isEmailContent(content)) throw new Error(`a content of the channel ${content.channel} is no email`);
  return content;
}
