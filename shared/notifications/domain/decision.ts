import type { LifecycleEvent } from "./lifecycle-event.ts";
import { givenTimeMs, type Notification, type NotificationContent } from "./notification.ts";

/** A person's decision, the end of the time for it, or its sender's cancellation. */
export type Decision =
  /** `edited` replaces the content by other words, together with the decision; undefined lets the accepted content leave. */
  | { readonly approval: "approved"; readonly edited?: EditedContent | undefined }
  | { readonly approval: "declined" | "expired"; readonly cause: string }
  | { readonly approval: "withdrawn" };

export interface EditedContent {
  readonly content: NotificationContent;
  readonly title: string | undefined;
}

/** Returns the event of a decision about the notification as it was read. */
export function decisionEvent(decision: Decision, decisionId: string, seen: Notification): LifecycleEvent {
  switch (decision.approval) {
    case "approved": {
      const { approval, edited } = decision;
      const time = { leavesAtMs: givenTimeMs(seen), seenSendAt: seen.sendAt };
      return { event: "approved", approval, decisionId, title: edited?.title, ...time };
    }
    case "declined":
      return { event: "declined", approval: "declined", decisionId, cause: decision.cause };
    case "expired":
      return { event: "approval_expired", approval: "expired", decisionId, cause: decision.cause };
    case "withdrawn":
      return { event: "withdrawn", approval: "withdrawn", decisionId };
  }
}
