import type { SenderRequest } from "../../kernel/sender-request.ts";
import type { Notification } from "./notification.ts";
import type { Resend } from "./resend.ts";

/** People tell notifications apart by these names. */
export interface NamedNotification {
  readonly notification: Notification;
  /** The account's present name; undefined when the account is gone. */
  readonly accountName?: string | undefined;
  /** The template's present name; undefined when there was no template, or it is gone. */
  readonly templateName?: string | undefined;
}

export interface DescribedNotification<Expanded extends object = object> extends NamedNotification {
  /** The request as its channel gives it back (D53). */
  readonly sent: Expanded;
  /** The notifications that send this one again, newest first. */
  readonly resends: readonly Resend[];
  /** `madeBy` is undefined when the content is gone, or when the notification was stored before requests were kept. */
  readonly madeBy?: SenderRequest | undefined;
  readonly isContentKept: boolean;
}
