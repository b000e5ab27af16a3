import { isReport, type ProviderReport, type StatusEvent } from "../chat/domain/chat-event.ts";
import { causeOf } from "../chat/domain/provider-errors.ts";
import type { QueuedChatEvent } from "../chat/ports/chat-event-queue.ts";
import { type ApplyTemplateEventDeps, applyTemplateEvent } from "../chat/templates/apply-template-event.ts";
import { currentTrace, inTrace } from "../kernel/trace.ts";
import type { AppliedEvent, NotificationStore } from "../notifications/ports.ts";
import { type ApplyEnvelopeDeps, applyEnvelope, loggable } from "./apply-envelope.ts";
import type { ConversationStore } from "./ports.ts";
import { type SettleAssignmentDeps, settleAssignment } from "./sending/settle-assignment.ts";

export interface ApplyChatEventsDeps
  extends ApplyEnvelopeDeps,
    Omit<ApplyTemplateEventDeps, "chatAccounts">,
    Pick<SettleAssignmentDeps, "clock"> {
  readonly chatAccounts: ApplyTemplateEventDeps["chatAccounts"] & SettleAssignmentDeps["chatAccounts"];
  readonly conversations: SettleAssignmentDeps["conversations"] & Pick<ConversationStore, "learnProviderMessageId">;
  readonly notifications: Pick<NotificationStore, "applyProviderEvent"> & SettleAssignmentDeps["notifications"];
}

/** `foreign` means that another system sent the message; `early`, that the event is applied again later. */
type Outcome = "applied" | "noted" | "foreign" | "early" | "account_error" | "unknown";

/** Applies the provider's reports in one envelope, about our messages, templates and accounts. */
export const applyChatEvents = (deps: ApplyChatEventsDeps, queued: QueuedChatEvent): Promise<void> =>
  applyEnvelope(deps, queued, {
    isOurs: isReport,
    apply: (report, { mayWait }) => applyReport(deps, report, { isPutBack: !mayWait }),
  });

async function applyReport(
  deps: ApplyChatEventsDeps,
  report: ProviderReport,
  { isPutBack }: { readonly isPutBack: boolean },
): Promise<Outcome> {
  switch (report.kind) {
    case "status":
      return applyStatus(deps, report);
    case "template_status":
    case "template_quality":
    case "template_category":
      // A review may end before its template is stored. Another system's template looks the same, and is looked for in vain.
      return (await applyTemplateEvent(deps, { ...report, isPutBack })) === undefined ? "early" : "applied";
    case "account_error":
      deps.log.warn("chat_event.account_error", { codes: report.errors.map(({ code }) => code ?? "none").join(",") });
      return "account_error";
    case "unknown":
      deps.log.warn("chat_event.unknown", { field: loggable(report.field) });
      return "unknown";
  }
}

export type ApplyStatusDeps = Pick<
  ApplyChatEventsDeps,
  "notifications" | "conversations" | "chatAccounts" | "clock" | "log"
>;

/** Applies one status of a message that was sent. */
export async function applyStatus(deps: ApplyStatusDeps, status: StatusEvent): Promise<Outcome> {
  const { event, atMs, errors, callbackId, cloudMessageId, providerMessageId } = status;
  // Warnings, deletions and events that this version does not know change nothing.
  if (event === undefined) return "noted";
  const cause = event === "failed" ? { cause: causeOf(errors) } : {};
  const reference = { callbackId, cloudMessageId, providerMessageId };
  const found = await deps.notifications.applyProviderEvent(reference, { event, atMs, providerMessageId, ...cause });
  // The callback id is a notification's id, which is stored at acceptance. So an unknown callback id is of another system's message.
  if (found === undefined) return callbackId === undefined ? "early" : "foreign";
  return inTrace({ traceId: found.traceId ?? currentTrace()?.traceId }, () =>
    afterStatus(deps, { event, found, status }),
  );
}

interface AppliedStatus {
  readonly event: NonNullable<StatusEvent["event"]>;
  readonly found: AppliedEvent;
  readonly status: StatusEvent;
}

/** Runs in the trace of the notification, because one envelope may hold the statuses of several notifications. */
async function afterStatus(
  deps: ApplyStatusDeps,
  { event, found, status: { providerMessageId } }: AppliedStatus,
): Promise<Outcome> {
  const line = { owner: found.owner, id: found.id, status: event };
  if (event === "failed") deps.log.info("chat_event.status_applied", line);
  else deps.log.routine("chat_event.status_applied", line);
  // Every event but a failure says that the provider took the message. The status is stored before this, to prevent another attempt.
  if (event !== "failed" && found.isAssignmentDue) await settleAssignment(deps, found);
  if (providerMessageId !== undefined) {
    await deps.conversations.learnProviderMessageId(found.conversationId, found.id, providerMessageId);
  }
  return "applied";
}
