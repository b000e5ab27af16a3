import type { Notification } from "./notification.ts";

/** A person may decide for this long after the acceptance (D47e). */
const DECIDABLE_FOR_MS = 24 * 3_600_000;

/** An approved notification that leaves at once is in flight for this long, so that its sender cannot take back what a person has just released. */
const HANDOVER_MS = 5000;

export type Awaiting = Pick<Notification, "approval" | "approvalUntil">;

/** Makes a new notification wait for a person. */
export const awaitingApproval = (nowMs: number) =>
  ({ approval: "requested", approvalUntil: nowMs + DECIDABLE_FOR_MS }) as const satisfies Awaiting;

/** True while nobody has decided. */
export const isUndecided = ({ approvalUntil }: Awaiting): boolean => approvalUntil !== undefined;

/** True while a person may decide. It ends before the sweep has written that nobody did. */
export const isDecidable = ({ approvalUntil }: Awaiting, nowMs: number): boolean =>
  approvalUntil !== undefined && approvalUntil > nowMs;

/** True right after the approval of a notification that leaves at once. */
export function isHandedOver(
  {
    approval,
    attempts,
    decidedAtMs = 0,
    sendAt = "",
  }: Pick<Notification, "approval" | "attempts" | "decidedAtMs" | "sendAt">,
  nowMs: number,
): boolean {
  const leavesAtOnce = !(Date.parse(sendAt) > nowMs);
  return approval === "approved" && attempts === 0 && leavesAtOnce && nowMs - decidedAtMs < HANDOVER_MS;
}

/** The person declines by this text, which becomes the last error. */
export const declinedBy = (name: string): string => `declined by ${name}`;
export const NOBODY_DECIDED = "declined: nobody decided within 24 hours";
