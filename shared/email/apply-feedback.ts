import type { BounceType, Feedback } from "../notifications/domain/feedback.ts";
import { addressesOf, countOf, type Notification } from "../notifications/domain/notification.ts";
import { shortened } from "../notifications/domain/timeline.ts";
import type { NotificationKey, NotificationStore } from "../notifications/ports.ts";
import type { Reason } from "../suppressions/domain/suppression.ts";
import { type SuppressDeps, suppress } from "../suppressions/suppress.ts";
import { meantBy, namedBy, type ReachedRecipient, reachedBy } from "./domain/reached.ts";

export interface ApplyFeedbackDeps extends SuppressDeps {
  readonly notifications: Pick<NotificationStore, "get" | "findContent" | "noteFeedback" | "settleFeedback">;
}

interface ReportedRecipient {
  /**
   * The addresses that the report gives for its recipient, the most trustworthy first. The recipient is the first one that the mail went to.
   * The list is empty when the report hides the address.
   */
  readonly addresses: readonly string[];
  /** `only-named` leaves a report alone that names nobody whom the mail went to. Without it, a mail to one recipient is about that one. */
  readonly match?: "only-named" | undefined;
}

/** What is reported of one recipient of a mail that has left. */
export type MailFeedback = ReportedRecipient &
  (
    | {
        readonly kind: "bounced";
        /** `permanent` when the report says that the address will never work (D45e). */
        readonly type: BounceType;
        readonly status?: string | undefined;
        readonly response?: string | undefined;
      }
    | { readonly kind: "complained"; readonly feedbackType?: string | undefined }
    | { readonly kind: "delivered"; readonly response?: string | undefined }
  );

/** `unknown`: there is no such mail, or the report is of nobody to whom it went. `repeated`: the same was reported before. */
export type FeedbackResult = "applied" | "repeated" | "unknown";

/**
 * Applies one report of a mail that has left, whatever its status is by now (D45b): notes it with the notification, at most once for each
 * recipient and kind, and suppresses a recipient whose address will never work, or who complained. After a crash it may be called again.
 */
export async function applyFeedback(
  deps: ApplyFeedbackDeps,
  { owner, id }: NotificationKey,
  report: MailFeedback,
): Promise<FeedbackResult> {
  const notification = await deps.notifications.get(owner, id);
  if (notification?.channel !== "email") return "unknown";
  const reached = await reachedOf(deps, notification);
  const recipient =
    report.match === "only-named" ? namedBy(reached, report.addresses) : meantBy(reached, report.addresses);
  if (report.match === "only-named" && recipient === undefined) return "unknown";
  const noted = await deps.notifications.noteFeedback({ owner, id }, feedbackOf(deps, recipient, report));
  if (noted === undefined) return "unknown";
  const response = noted.isNew ? responseOf(report) : noted.feedback.text;
  // The note alone decides what is a repeat, so the suppression comes after it. A crash in between leaves the suppression due.
  await suppressDue(deps, { owner, id }, { ...noted.feedback, response });
  return noted.isNew ? "applied" : "repeated";
}

/** The record names the only recipient, also when the content has expired. */
async function reachedOf(
  { notifications }: Pick<ApplyFeedbackDeps, "notifications">,
  notification: Notification,
): Promise<readonly ReachedRecipient[]> {
  const isKnown = notification.recipient !== undefined && countOf(notification) === 1;
  const content = isKnown ? undefined : await notifications.findContent(notification.owner, notification.id);
  return reachedBy(notification, content && addressesOf(content));
}

const responseOf = (report: MailFeedback): string | undefined => ("response" in report ? report.response : undefined);

/** Nobody is suppressed whose address is not known, so such a bounce is not `permanent` (D45e). */
function feedbackOf(
  { clock, identifiers }: Pick<ApplyFeedbackDeps, "clock" | "identifiers">,
  { to, address }: Partial<ReachedRecipient> = {},
  report: MailFeedback,
): Feedback {
  const isForGood = report.kind === "complained" || (report.kind === "bounced" && report.type === "permanent");
  const isSuppressed = isForGood && address !== undefined;
  return {
    kind: report.kind,
    to,
    recipient: address,
    at: new Date(clock.now()).toISOString(),
    text: shortened(responseOf(report)),
    ...(report.kind === "bounced" && { type: isSuppressed ? "permanent" : "transient", status: report.status }),
    ...(report.kind === "complained" && { feedbackType: report.feedbackType }),
    ...(isSuppressed && { suppressionDue: identifiers.newId() }),
  };
}

const REASON_OF = {
  bounced: "bounce",
  complained: "complaint",
  delivered: undefined,
} as const satisfies Readonly<Record<Feedback["kind"], Reason | undefined>>;

/** A suppression that stands already for the same reason stays, so this may be repeated. */
async function suppressDue(
  deps: ApplyFeedbackDeps,
  key: NotificationKey,
  { response, ...feedback }: Feedback & { readonly response: string | undefined },
): Promise<void> {
  const { suppressionDue, recipient, kind } = feedback;
  const reason = REASON_OF[kind];
  if (suppressionDue === undefined || recipient === undefined || reason === undefined) return;
  const { owner, id: notificationId } = key;
  await suppress(deps, { id: suppressionDue, owner, recipient, reason, notificationId, response });
  await deps.notifications.settleFeedback(key, feedback);
}
