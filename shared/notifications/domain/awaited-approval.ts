import type { SenderKey } from "../../kernel/sender-request.ts";
import type { Notification } from "./notification.ts";

/** A notification that waits for a person, with what it says. */
export interface AwaitedApproval<Reviewed extends object = object> {
  readonly notification: Notification;
  readonly reviewed: Reviewed;
  /** The key that sent it. */
  readonly requestedBy: SenderKey;
  readonly expiresAtMs: number;
}

export interface ApprovalPage<Reviewed extends object = object> {
  readonly approvals: readonly AwaitedApproval<Reviewed>[];
  /** Returns the cursor of the page that begins after this approval; undefined when it is the last of all. */
  readonly cursorAfter: (last: AwaitedApproval<Reviewed>) => string | undefined;
}
