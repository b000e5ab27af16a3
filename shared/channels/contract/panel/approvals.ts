import * as z from "zod";
import { reviewedChat, toReviewedChat } from "../../../chat/contract/reviewed-chat.ts";
import type { ChatContent } from "../../../chat/domain/chat-content.ts";
import { idParams, optionalText, timestamp } from "../../../edge/contract/fields.ts";
import { IDEMPOTENCY_KEY, KEY_REFUSALS } from "../../../edge/contract/idempotent.ts";
import { cursor, limitParameter } from "../../../edge/contract/paging.ts";
import { route } from "../../../edge/contract/route.ts";
import { reviewedEmail, toReviewedEmail } from "../../../email/contract/panel/reviewed-email.ts";
import type { EmailContent } from "../../../email/domain/email-content.ts";
import { firstFitting } from "../../../kernel/answer-size.ts";
import { listedView, toListedView } from "../../../notifications/contract/notification-list.ts";
import { notificationView } from "../../../notifications/contract/notifications.ts";
import type { ApprovalPage, AwaitedApproval } from "../../../notifications/domain/awaited-approval.ts";

export type ReviewedContent = EmailContent | ChatContent;

const approvalView = z
  .strictObject({
    id: z.guid(),
    notification: listedView,
    content: z.union([reviewedEmail, reviewedChat]),
    requested_by: z.strictObject({ id: z.string(), name: z.string() }).meta({ id: "RequestingKey" }),
    requested_at: timestamp,
    expires_at: timestamp,
  })
  .meta({ id: "Approval" });

const approvalPageView = z
  .strictObject({ approvals: z.array(approvalView), next_cursor: z.string().optional() })
  .meta({ id: "ApprovalPage" });

const toReviewed = (content: ReviewedContent) =>
  content.channel === "email" ? toReviewedEmail(content) : toReviewedChat(content);

const toApprovalView = (approval: AwaitedApproval<ReviewedContent>): z.input<typeof approvalView> => {
  const { notification, reviewed, requestedBy, expiresAtMs } = approval;
  return {
    id: notification.id,
    notification: toListedView(notification),
    content: toReviewed(reviewed),
    requested_by: { id: requestedBy.id, name: requestedBy.name },
    requested_at: notification.createdAt,
    expires_at: new Date(expiresAtMs).toISOString(),
  };
};

/** Shows as many as fit into an answer; the cursor leads to the others. */
export function toApprovalPageView({
  approvals,
  cursorAfter,
}: ApprovalPage<ReviewedContent>): z.input<typeof approvalPageView> {
  const views = firstFitting(approvals.map(toApprovalView));
  const last = approvals[views.length - 1];
  const next = last && cursorAfter(last);
  return { approvals: [...views], ...(next === undefined ? {} : { next_cursor: next }) };
}

const common = { group: "panel", auth: ["access-token"] } as const;

export const listApprovals = route({
  ...common,
  operationId: "listApprovals",
  summary: "List what waits for approval",
  method: "GET",
  path: "/panel/api/approvals",
  query: z.object({ limit: limitParameter({ max: 100, byDefault: 25 }), cursor }),
  success: { status: 200, schema: approvalPageView },
  refusals: ["invalid_request", "unauthorized", "insufficient_scope"],
  uses: ["notifications:read", "content:read"],
  impact: "owners cannot see what waits for their approval",
});

/** The page's entry in the menu counts up to this many. */
export const MOST_COUNTED = 100;

export const countApprovals = route({
  ...common,
  operationId: "countApprovals",
  summary: "Count what waits for approval",
  method: "GET",
  path: "/panel/api/approvals/count",
  success: {
    status: 200,
    schema: z.strictObject({ waiting: z.int().min(0).max(MOST_COUNTED) }).meta({ id: "ApprovalCount" }),
  },
  refusals: ["unauthorized", "insufficient_scope"],
  uses: ["notifications:read"],
  impact: "owners do not see how much waits for their approval",
});

const decision = {
  ...common,
  method: "POST",
  params: idParams,
  isBodyOptional: true,
  headers: IDEMPOTENCY_KEY,
  success: { status: 200, schema: notificationView },
  refusals: [
    "invalid_request",
    "unauthorized",
    "insufficient_scope",
    "not_found",
    "approval_decided",
    "write_conflict",
    ...KEY_REFUSALS,
  ],
} as const;

/** A signed-in person lets a notification leave, perhaps with other words (D47e). */
export const approveNotification = route({
  ...decision,
  operationId: "approveNotification",
  summary: "Approve a notification",
  path: "/panel/api/approvals/{id}/approve",
  body: z.strictObject({ subject: optionalText("subject"), body: optionalText("body") }).meta({ id: "FinalText" }),
  uses: [
    "notifications:read",
    "notifications:write",
    // Other words replace the content.
    "notifications:add",
    "content:read",
    "content:write",
    "chat:write",
    "delivery-queue:send",
  ],
  changes: { kind: "notification", action: "approved" },
  impact: "nothing leaves that waits for approval",
});

/** A signed-in person declines a notification, which is then canceled (D47e). */
export const declineNotification = route({
  ...decision,
  operationId: "declineNotification",
  summary: "Decline a notification",
  path: "/panel/api/approvals/{id}/decline",
  body: z.strictObject({}).meta({ id: "Declining" }),
  uses: ["notifications:read", "notifications:write"],
  changes: { kind: "notification", action: "declined" },
  impact: "owners cannot decline what waits for approval",
});
