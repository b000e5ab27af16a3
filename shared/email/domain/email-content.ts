import type { NotificationContent } from "../../notifications/domain/notification.ts";
import type { EmailAttachment } from "./attachment.ts";
import type { BodyType } from "./mail.ts";

/** An email's content is frozen at acceptance. */
export interface EmailContent extends NotificationContent {
  readonly channel: "email";
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly fromName?: string | undefined;
  readonly subject: string;
  readonly body: string;
  readonly bodyType: BodyType;
  /** The plain part beside an html body; when it is absent, the plain part is derived from the html (D44a). */
  readonly text?: string | undefined;
  readonly replyTo?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments?: readonly EmailAttachment[] | undefined;
  readonly unsubscribe?: Unsubscription | undefined;
}

/** The link by which the only recipient can unsubscribe from the topic (D45a). */
export interface Unsubscription {
  readonly topic: string;
  readonly url: string;
}

/**
 * True for a content of email. The channel's name is enough to know this, because the store reads such contents only by
 * the codec of email.
 */
const isEmailContent = (content: NotificationContent): content is EmailContent => content.channel === "email";

/** Throws for the content of another channel. */
export function emailIn(content: NotificationContent): EmailContent {
  if (!isEmailContent(content)) throw new Error(`a content of the channel ${content.channel} is no email`);
  return content;
}
