import type { SenderRequest } from "../../kernel/sender-request.ts";
import type { Notification } from "./notification.ts";

/** A notification, as people tell it from others. */
export interface NamedNotification {
  readonly notification: Notification;
  /** Of the account as it is now; undefined when it is gone. */
  readonly accountName?: string | undefined;
  /** Of the template as it is now; undefined when there was none, or it is gone. */
  readonly templateName?: string | undefined;
}

export interface DescribedNotification extends NamedNotification {
  /** Undefined once the content is gone, and of notifications from before it was kept. */
  readonly madeBy?: SenderRequest | undefined;
  readonly isContentKept: boolean;
}
