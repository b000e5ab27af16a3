import type { ChatAccount } from "../../chat/domain/chat-account.ts";
import { CHAT_CAUSES } from "../../chat/domain/chat-causes.ts";
import { type ChatContent, type ChatCustomer, chatIn, type TemplateMessage } from "../../chat/domain/chat-content.ts";
import type { FreeFormContent } from "../../chat/domain/chat-message.ts";
import type { ChatAccountStore } from "../../chat/ports/chat-account-store.ts";
import type { ChatSender, ChatSendOutcome, OutgoingMessage } from "../../chat/ports/chat-sender.ts";
import type { ChatTemplateStore } from "../../chat/ports/chat-template-store.ts";
import type { ChatThrottle } from "../../chat/ports/chat-throttle.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Identifiers } from "../../kernel/identifiers.ts";
import type { Log } from "../../kernel/log.ts";
import type { Owner } from "../../kernel/owner.ts";
import type { AcquirePermit } from "../../notifications/channel.ts";
import { CAUSES } from "../../notifications/domain/causes.ts";
import { type AttemptOutcome, CHECK_STAGE, type Postponed } from "../../notifications/domain/delivery.ts";
import { type ClaimedNotification, isForLater, leavesAtMs } from "../../notifications/domain/notification.ts";
import { beforeAsking } from "../../notifications/not-asked-error.ts";
import type { NotificationStore } from "../../notifications/ports.ts";
import { holding, isOutdated, type Standing, suppressedCause } from "../../suppressions/domain/suppression.ts";
import type { SuppressionStore } from "../../suppressions/ports.ts";
import { type AssignmentCandidate, lookAtAssignment, takeAssignment } from "../customer-assignment.ts";
import type { Assignment } from "../domain/assignment.ts";
import { isWindowOpen } from "../domain/service-window.ts";
import type { ConversationStore } from "../ports.ts";
import { postponement } from "./postponement.ts";
import { reactionTarget } from "./reaction-target.ts";
import { rememberEdited, rememberMessage } from "./remember-message.ts";
import { templateProblem } from "./template-problem.ts";

export interface SendChatDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findFor">;
  readonly chatTemplates: Pick<ChatTemplateStore, "get">;
  readonly conversations: Pick<
    ConversationStore,
    "get" | "message" | "findByProviderId" | "addOutbound" | "rewriteOutbound" | "assignment" | "replaceAssignment"
  >;
  readonly notifications: Pick<NotificationStore, "findContent" | "findByProviderReference">;
  readonly throttle: ChatThrottle;
  readonly sender: ChatSender;
  readonly suppressions: Pick<SuppressionStore, "standing">;
  readonly clock: Clock;
  readonly identifiers: Pick<Identifiers, "random">;
  readonly log: Log;
  /** A notification that is older than a lease may be missing from the history, because its acceptance may have been interrupted. */
  readonly leaseMs: number;
}

interface Ready extends Pick<OutgoingMessage, "message" | "targetId"> {
  /** The assignment that was read for a free-form message; it is not read for a template. */
  readonly assignment?: Assignment | undefined;
  /** A template's category at this attempt, in lower case, which suppressions name as a topic (D45h). */
  readonly topic?: string | undefined;
}
type Failed = Extract<AttemptOutcome, { kind: "failed" }>;
type LeftOut = Extract<AttemptOutcome, { kind: "left_out" }>;

const failed = (cause: string, isTerminal = true): Failed => ({
  kind: "failed",
  isTerminal,
  cause,
  report: { stage: CHECK_STAGE, text: cause },
});

/** Makes one attempt to hand a chat message to the provider. */
export async function sendChat(
  deps: SendChatDeps,
  claimed: ClaimedNotification,
  acquire: AcquirePermit,
): Promise<AttemptOutcome> {
  const prepared = await beforeAsking(() => preparedMessage(deps, claimed, acquire));
  if ("kind" in prepared) return prepared;
  const { outgoing, candidate, assignment } = prepared;
  const outcome = await deps.sender.send(outgoing);
  if (outcome.kind !== "accepted") return outcomeOfFailure(outcome);
  const isTaken = await isAssignmentTaken(deps, claimed.id, {
    candidate: { ...candidate, nowMs: deps.clock.now() },
    assignment,
  });
  return { ...outcome, ...(!isTaken && { isAssignmentDue: true }), report: { stage: "send" } };
}

interface PreparedMessage {
  readonly outgoing: OutgoingMessage;
  readonly candidate: AssignmentCandidate;
  /** The assignment that was read for a free-form message; it is not read for a template. */
  readonly assignment: Assignment | undefined;
}

/** Returns the message to send, or the failure that prevents it. All that may have changed since acceptance is checked again. */
async function preparedMessage(
  deps: SendChatDeps,
  claimed: ClaimedNotification,
  acquire: AcquirePermit,
): Promise<PreparedMessage | Postponed | Failed | LeftOut> {
  const { owner, id, accountId } = claimed;
  const [account, stored, standing] = await Promise.all([
    deps.chatAccounts.findFor(owner, accountId),
    deps.notifications.findContent(owner, id),
    standingOf(deps, claimed),
  ]);
  if (stored === undefined) return failed(CAUSES.content_expired);
  const content = chatIn(stored);
  const held = holding(standing);
  if (held === undefined) return judgedMessage(deps, claimed, { account, content, standing, acquire });
  await rememberDue(deps, claimed, content);
  return leftOut(held, claimed);
}

async function standingOf(
  { suppressions }: Pick<SendChatDeps, "suppressions">,
  { owner, recipient: customer = "" }: ClaimedNotification,
): Promise<readonly Standing[]> {
  return (await suppressions.standing(owner, [customer])).get(customer) ?? [];
}

interface Judging {
  readonly account: ChatAccount | undefined;
  readonly content: ChatContent;
  readonly standing: readonly Standing[];
  readonly acquire: AcquirePermit;
}

async function judgedMessage(
  deps: SendChatDeps,
  claimed: ClaimedNotification,
  { account, content, standing, acquire }: Judging,
): Promise<PreparedMessage | Postponed | Failed | LeftOut> {
  const { owner, id, accountId } = claimed;
  const readAtMs = deps.clock.now();
  const postponed = await acquire();
  if (postponed) return postponed;
  const nowMs = deps.clock.now();
  // The message is judged just before it is sent (D45d), so one that had to wait is judged by the suppressions of this moment.
  const standingNow = isOutdated(readAtMs, nowMs) ? await standingOf(deps, claimed) : standing;
  // The message is due and belongs to the history from here on, whether or not it is sent.
  await rememberDue(deps, claimed, content);
  const conversation = await deps.conversations.get(owner, content.conversationId);
  if (account === undefined) return failed(CHAT_CAUSES.chat_account_deleted);
  const isWithinWindow = isWindowOpen(conversation?.latestInboundAtMs, nowMs);
  const candidate = { account, owner, customerKey: content.customerKey, nowMs };
  const ready = await readyMessage(deps, content, { candidate, isWithinWindow });
  if ("kind" in ready) return ready;
  const stopped = holding(standingNow, ready.topic);
  if (stopped) return leftOut(stopped, claimed);
  const waitMs = await deps.throttle.take({ chatAccountId: accountId, customerKey: content.customerKey });
  const ageMs = nowMs - leavesAtMs(claimed);
  if (waitMs > 0) return postponement(waitMs, { ageMs, random: deps.identifiers.random() });
  // An acceptance that was interrupted between its writes is found by the sweep a lease later, and its message is not in the history yet.
  if (ageMs >= deps.leaseMs && !isForLater(claimed)) await rememberMessage(deps.conversations, claimed, content);
  const { upload } = content;
  const recipient = addressee(content.customer, conversation);
  const { assignment, topic: _judged, ...outgoing } = ready;
  return { outgoing: { account, recipient, callbackId: id, upload, ...outgoing }, candidate, assignment };
}

/** Adds a message to the history that leaves later than it was accepted, and puts right what a crash left undone after an approval. */
async function rememberDue(
  { conversations }: Pick<SendChatDeps, "conversations">,
  claimed: ClaimedNotification,
  content: ChatContent,
): Promise<void> {
  if (isForLater(claimed) || claimed.approval !== undefined) await rememberMessage(conversations, claimed, content);
  if (content.editedAtMs !== undefined) await rememberEdited(conversations, claimed, content);
}

function leftOut(held: Standing, { attempts: attempt }: ClaimedNotification): LeftOut {
  const cause = suppressedCause(held);
  return { kind: "left_out", cause, recipients: [{ to: 0, result: "suppressed", attempt, text: cause }] };
}

/** Assigns the customer to the sender. A failure must not make the message leave again; the provider's events repeat the assignment (D28). */
async function isAssignmentTaken(
  { chatAccounts, conversations, log }: SendChatDeps,
  id: string,
  { candidate, assignment }: { readonly candidate: AssignmentCandidate; readonly assignment: Assignment | undefined },
): Promise<boolean> {
  const { owner } = candidate;
  try {
    const isTaken = await takeAssignment({ chatAccounts, conversations }, candidate, assignment);
    if (!isTaken) log.warn("chat_hold.contended", { owner, id });
    return isTaken;
  } catch (error) {
    log.error("chat_hold.not_taken", error, { owner, id });
    return false;
  }
}

type FoundConversation = NonNullable<Awaited<ReturnType<ConversationStore["get"]>>>;

/** Returns the number as the customer's own message spelled it, because some numbers are delivered only in the platform's spelling (W7). */
const addressee = (customer: ChatCustomer, conversation: FoundConversation | undefined): ChatCustomer =>
  conversation?.customerPhone === undefined ? customer : { phone: conversation.customerPhone };

interface SendingContext {
  readonly candidate: AssignmentCandidate;
  readonly isWithinWindow: boolean;
}

async function readyMessage(
  deps: SendChatDeps,
  content: ChatContent,
  context: SendingContext,
): Promise<Ready | Failed> {
  const { message, fallback } = content;
  if (message.type === "template") return readyTemplate(deps, message, context.candidate.owner);
  if (context.isWithinWindow) return readyFreeForm(deps, { ...content, message }, context.candidate);
  if (fallback !== undefined) return readyTemplate(deps, fallback, context.candidate.owner);
  // Where another owner holds the customer, the customer's last words opened that owner's window.
  const { isHeld } = await lookAtAssignment(deps, context.candidate);
  return failed(isHeld ? CHAT_CAUSES.conversation_held : CHAT_CAUSES.window_closed);
}

async function readyTemplate(
  { chatTemplates }: SendChatDeps,
  message: TemplateMessage,
  owner: Owner,
): Promise<Ready | Failed> {
  const template = await chatTemplates.get(owner, message.templateId);
  const problem = templateProblem(template);
  return problem === undefined ? { message, topic: template?.definition.category.toLowerCase() } : failed(problem);
}

async function readyFreeForm(
  deps: SendChatDeps,
  { message, upload, conversationId }: ChatContent & { readonly message: FreeFormContent },
  candidate: AssignmentCandidate,
): Promise<Ready | Failed> {
  const { account, owner, nowMs } = candidate;
  if (account.providerPhoneNumberId === undefined) return failed(CHAT_CAUSES.templates_only);
  const { assignment, isHeld } = await lookAtAssignment(deps, candidate);
  if (isHeld) return failed(CHAT_CAUSES.conversation_held);
  if (upload !== undefined && upload.usableUntilMs <= nowMs) return failed(CHAT_CAUSES.media_expired);
  if (message.type !== "reaction") return { message, assignment };
  const target = await reactionTarget(deps, message.messageId, { owner, conversationId });
  if (target === undefined) return failed(CHAT_CAUSES.reaction_target_gone);
  // Without a platform id, the reaction must wait: our own message gets that id with the provider's first event.
  if (target.providerMessageId === undefined) return failed(CHAT_CAUSES.reaction_target_not_sent, false);
  return { message, targetId: target.providerMessageId, assignment };
}

/** Makes the outcome of a failed send. After an `ambiguous` failure, an event may say before the retry that the message was taken (D23). */
function outcomeOfFailure({ cause, code, class: kind }: Extract<ChatSendOutcome, { kind: "failed" }>): Failed {
  const report = { stage: "send", code, text: cause };
  const doubt = kind === "ambiguous" ? ({ awaitsReport: true } as const) : {};
  return { kind: "failed", isTerminal: kind === "terminal", cause, report, ...doubt };
}
