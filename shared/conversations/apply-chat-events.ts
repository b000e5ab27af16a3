import type { ChatEvent, StatusEvent } from "../chat/domain/chat-event.ts";
import { parseEventEnvelope } from "../chat/domain/chat-events.ts";
import { causeOf } from "../chat/domain/provider-errors.ts";
import type { ChatEventQueue, QueuedChatEvent } from "../chat/ports/topic-service.ts";
import { type ApplyTemplateEventDeps, applyTemplateEvent } from "../chat/templates/apply-template-event.ts";
import type { Log } from "../kernel/log.ts";
import { currentTrace, inTrace } from "../kernel/trace.ts";
import type { AppliedEvent, NotificationStore } from "../notifications/ports.ts";
import type { ConversationStore } from "./ports.ts";
import { type EventArrival, type ReceiveMessageDeps, receiveMessage } from "./receive-message.ts";
import { type SettleHoldDeps, settleHold } from "./sending/settle-hold.ts";

export interface ApplyChatEventsDeps
  extends Omit<ApplyTemplateEventDeps, "chatAccounts">,
    Omit<ReceiveMessageDeps, "chatAccounts" | "conversations"> {
  readonly chatAccounts: ReceiveMessageDeps["chatAccounts"] & ApplyTemplateEventDeps["chatAccounts"];
  readonly conversations: ReceiveMessageDeps["conversations"] & Pick<ConversationStore, "learnProviderMessageId">;
  readonly notifications: Pick<NotificationStore, "applyProviderEvent"> & SettleHoldDeps["notifications"];
  readonly chatEventQueue: ChatEventQueue;
  readonly log: Log;
}

/** The result of an event; counted in the log. `foreign`: of a message or template that is not ours. `early`: to be looked at again. */
type Outcome =
  | "added"
  | "repeated"
  | "unroutable"
  | "applied"
  | "noted"
  | "foreign"
  | "early"
  | "account_error"
  | "unknown";

/**
 * A status without our own id may arrive before the answer to the send with the provider's id, and a customer's first message before an
 * owner's message that is on its way. Seconds.
 */
const LOOK_AGAIN_AFTER_SECONDS = [2, 15, 60] as const;

/** Another event of the same envelope is not held up by one that cannot be applied now. */
export class ChatEventsError extends AggregateError {
  override readonly name = "ChatEventsError";
}

/**
 * Applies every event of one envelope. All of it may be repeated, in any order: nothing happens twice, and nothing moves back.
 * @throws ChatEventsError when some could not be applied; the whole envelope is then to be applied again
 */
export async function applyChatEvents(deps: ApplyChatEventsDeps, queued: QueuedChatEvent): Promise<void> {
  const counts: Partial<Record<Outcome, number>> = {};
  const failures: unknown[] = [];
  for (const [place, event] of parseEventEnvelope(queued.envelope, queued.arrivedAtMs).entries()) {
    try {
      const arrival = { arrivedAtMs: queued.arrivedAtMs + place, mayWait: queued.repeated === 0 };
      const outcome = await applyEvent(deps, event, arrival);
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    } catch (error) {
      failures.push(error);
    }
  }
  deps.log.info("chat_event.applied", { ...counts, failures: failures.length });
  if (failures.length > 0) throw new ChatEventsError(failures, `${failures.length} chat events could not be applied`);
  const waitSeconds = LOOK_AGAIN_AFTER_SECONDS[queued.repeated];
  if (counts.early !== undefined && waitSeconds !== undefined) {
    await deps.chatEventQueue.enqueue({ ...queued, repeated: queued.repeated + 1 }, waitSeconds);
  }
}

async function applyEvent(deps: ApplyChatEventsDeps, event: ChatEvent, arrival: EventArrival): Promise<Outcome> {
  switch (event.kind) {
    case "message": {
      const reception = await receiveMessage(deps, event, arrival);
      if (reception === "unroutable")
        deps.log.warn("chat_event.unroutable", { messageType: wordOf(event.messageType) });
      return reception;
    }
    case "status":
      return applyStatus(deps, event);
    case "template_status":
    case "template_quality":
    case "template_category":
      return (await applyTemplateEvent(deps, event)) === undefined ? "foreign" : "applied";
    case "account_error":
      deps.log.warn("chat_event.account_error", { codes: event.errors.map(({ code }) => code ?? "none").join(",") });
      return "account_error";
    case "unknown":
      deps.log.warn("chat_event.unknown", { field: wordOf(event.field) });
      return "unknown";
  }
}

/** The platform's words are identifiers; what is none is not written to the log. */
const wordOf = (text: string): string => (/^[\w.-]{1,64}$/.test(text) ? text : "other");

async function applyStatus(deps: ApplyChatEventsDeps, status: StatusEvent): Promise<Outcome> {
  const { event, atMs, errors, callbackId, cloudMessageId, providerMessageId } = status;
  // Warnings, deletions and words of tomorrow change nothing.
  if (event === undefined) return "noted";
  const cause = event === "failed" ? { cause: causeOf(errors) } : {};
  const reference = { callbackId, cloudMessageId, providerMessageId };
  const found = await deps.notifications.applyProviderEvent(reference, { event, atMs, providerMessageId, ...cause });
  // Our own id is known from acceptance on: another's stands for another's message.
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

/** In the trace of the notification: an envelope may hold the statuses of several. */
async function afterStatus(
  deps: ApplyChatEventsDeps,
  { event, found, status: { providerMessageId } }: AppliedStatus,
): Promise<Outcome> {
  deps.log.info("chat_event.status_applied", { owner: found.owner, id: found.id, status: event });
  // Every event but a failure says that the provider took the message. The status comes first: it keeps the message from being sent again.
  if (event !== "failed" && found.isHoldDue) await settleHold(deps, found);
  if (providerMessageId !== undefined) {
    await deps.conversations.learnProviderMessageId(found.conversationId, found.id, providerMessageId);
  }
  return "applied";
}
