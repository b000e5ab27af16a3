import type { LifecycleEvent } from "./lifecycle-event.ts";
import { givenTimeMs, type Notification } from "./notification.ts";
import { departureOf } from "./sweep.ts";

type Accepted = Pick<Notification, "sendAt" | "approvalUntil">;

/** Returns the event by which a new notification begins. */
export function acceptanceOf(notification: Accepted): LifecycleEvent {
  const leavesAtMs = givenTimeMs(notification);
  const { approvalUntil } = notification;
  return approvalUntil === undefined
    ? { event: "accepted", leavesAtMs }
    : { event: "approval_requested", approval: "requested", approvalUntil, leavesAtMs };
}

/** Returns when the sweep looks at a new notification first, and how long the queue holds its message back, if it needs one. */
export function firstLookOf(
  notification: Accepted,
  nowMs: number,
  leaseMs: number,
): { readonly dueAt: number; readonly delaySeconds: number | undefined } {
  const { approvalUntil } = notification;
  if (approvalUntil !== undefined) return { dueAt: approvalUntil, delaySeconds: undefined };
  const { lookAt: dueAt, delaySeconds } = departureOf(givenTimeMs(notification), nowMs, leaseMs);
  return { dueAt, delaySeconds };
}
