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
  /** `text` goes with an html body; when it is absent, it is derived from that (D44a). */
  readonly text?: string | undefined;
  readonly replyTo?: readonly string[] | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
  readonly attachments?: readonly EmailAttachment[] | undefined;
}

/** The store reads contents of this channel only by its codec, so the name is proof of the shape. */
const isEmailContent = (content: NotificationContent): content is EmailContent => content.channel === "email";

/** It throws for the content of another channel. */
export function emailIn(content: NotificationContent): EmailContent {
  if (!isEmailContent(content)) throw new Error(`a content of the channel ${content.channel} is no email`);
  return content;
}
