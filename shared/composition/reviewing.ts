import type { ReviewedContent } from "../channels/contract/panel/approvals.ts";
import type { OfEveryChannel } from "../channels/domain/channel-names.ts";
import { chatReviewer } from "../conversations/sending/review-chat.ts";
import { conversations } from "../conversations/wiring.ts";
import { cursors } from "../edge/wiring.ts";
import { emailReviewer } from "../email/review-email.ts";
import { once } from "../kernel/once.ts";
import type { ApproveDeps } from "../notifications/change/decide-approval.ts";
import type { Reviewer } from "../notifications/channel.ts";
import { deliveryQueue } from "../notifications/queue-wiring.ts";
import type { ListApprovalsDeps } from "../notifications/read/list-approvals.ts";
import { notificationServices } from "../notifications/wiring.ts";

/** Services for deciding about what waits for a person. Every channel is registered here with its reviewer. */
export const reviewingServices = /* @__PURE__ */ once(
  (): Omit<ApproveDeps, "reviewers"> & ListApprovalsDeps<ReviewedContent> => ({
    ...notificationServices(),
    deliveryQueue: deliveryQueue(),
    cursors: cursors(),
    reviewers: {
      email: emailReviewer,
      chat: chatReviewer({ conversations: conversations() }),
    } satisfies OfEveryChannel<Reviewer<ReviewedContent>>,
  }),
);
