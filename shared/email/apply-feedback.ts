import { type BounceType, type Feedback, feedbackAttribute } from "../notifications/domain/feedback.ts";
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

/** Applies a single report, like `applyReports`. */
export async function applyFeedback(
  deps: ApplyFeedbackDeps,
  key: NotificationKey,
  report: MailFeedback,
): Promise<FeedbackResult> {
  const [result = "unknown"] = await applyReports(deps, key, [report]);
  return result;
}

/**
 * Applies reports of a mail that has left, whatever its status is by now (D45b): notes each with the notification, at most once for each
 * recipient and kind, and suppresses a recipient whose address will never work, or who complained. After a crash it may be called again.
 */
export async function applyReports(
  deps: ApplyFeedbackDeps,
  { owner, id }: NotificationKey,
  reports: readonly MailFeedback[],
): Promise<readonly FeedbackResult[]> {
  const notification = await deps.notifications.get(owner, id);
  if (notification?.channel !== "email") return reports.map(() => "unknown");
  const reached = await reachedOf(deps, notification);
  const results: FeedbackResult[] = [];
  // A report may have a thousand recipients, and the mail has gone to fifty at most.
  const said = new Set<string>();
  for (const report of reports) {
    const reported = reportedOf(deps, reached, report);
    const name = reported && feedbackAttribute(reported);
    const isRepeated = name !== undefined && said.has(name);
    results.push(isRepeated ? "repeated" : await note(deps, { owner, id }, reported));
    if (name !== undefined) said.add(name);
  }
  return results;
}

/** Undefined for a report of somebody to whom the mail did not go, where only those count. */
function reportedOf(
  deps: ApplyFeedbackDeps,
  reached: readonly ReachedRecipient[],
  report: MailFeedback,
): Feedback | undefined {
  const isOnlyNamed = report.match === "only-named";
  const recipient = isOnlyNamed ? namedBy(reached, report.addresses) : meantBy(reached, report.addresses);
  if (isOnlyNamed && recipient === undefined) return undefined;
  return feedbackOf(deps, recipient, report);
}

async function note(
  deps: ApplyFeedbackDeps,
  key: NotificationKey,
  reported: Feedback | undefined,
): Promise<FeedbackResult> {
  const noted = reported && (await deps.notifications.noteFeedback(key, reported));
  if (noted === undefined) return "unknown";
  // The note alone decides what is a repeat, so the suppression comes after it. A crash in between leaves the suppression due.
  await suppressDue(deps, key, noted.feedback);
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
async function suppressDue(deps: ApplyFeedbackDeps, key: NotificationKey, feedback: Feedback): Promise<void> {
  const { suppressionDue, recipient, kind, text: response } = feedback;
  const reason = REASON_OF[kind];
  if (suppressionDue === undefined || recipient === undefined || reason === undefined) return;
  const { owner, id: notificationId } = key;
  await suppress(deps, { id: suppressionDue, owner, recipient, reason, notificationId, response });
  await deps.notifications.settleFeedback(key, feedback);
}
