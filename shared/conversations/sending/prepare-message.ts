import { addressOf, type ChatContent } from "../../chat/domain/chat-content.ts";
import type { ChatIntent } from "../../chat/domain/chat-intent.ts";
import { chatTitle } from "../../chat/domain/chat-title.ts";
import type { ChatAccountStore } from "../../chat/ports/chat-account-store.ts";
import type { Clock } from "../../kernel/clock.ts";
import type { Identifiers } from "../../kernel/identifiers.ts";
import type { Owner } from "../../kernel/owner.ts";
import { invalid } from "../../kernel/refusal.ts";
import type { AcceptedRequest } from "../../notifications/channel.ts";
import { type AssignmentCandidate, refuseIfHeld } from "../customer-assignment.ts";
import { conversationId as conversationIdOf } from "../domain/conversation-id.ts";
import type { ConversationStore } from "../ports.ts";
import {
  checkReferences,
  type MessageContext,
  type PrepareFreeFormDeps,
  withFallback,
  withinWindow,
} from "./prepare-free-form.ts";
import { chosenTemplate } from "./prepare-template.ts";

export interface PrepareMessageDeps extends PrepareFreeFormDeps {
  readonly chatAccounts: Pick<ChatAccountStore, "findFor">;
  readonly conversations: Pick<
    ConversationStore,
    "get" | "message" | "findByProviderId" | "customerKeyOf" | "assignment"
  >;
  readonly identifiers: Pick<Identifiers, "sha1">;
  readonly clock: Clock;
}

/**
 * Checks an intent and makes the final content of it (C4 to C6, D27, D28, D33b, D33c). The assignment moves only when the provider takes the
 * message. For a message that leaves later, or waits for a person, service window and assignment are checked when it leaves (D42, D47e).
 */
export async function prepareMessage(
  deps: PrepareMessageDeps,
  owner: Owner,
  intent: ChatIntent,
): Promise<AcceptedRequest> {
  const { account, customer } = intent;
  const nowMs = deps.clock.now();
  const where = await conversationOf(deps, owner, intent);
  const leavesAtMs = Math.max(nowMs, intent.leavesAtMs ?? nowMs);
  const context = { owner, chatAccountId: account.id, conversationId: where.conversationId, nowMs, leavesAtMs };
  const candidate = { account, customerKey: where.customerKey, owner, nowMs };
  const message = await decide(deps, intent, { context: context, candidate });
  const isReply = intent.conversation !== undefined || intent.isFromPerson === true;
  const templateId = message.message.type === "template" ? message.message.templateId : undefined;
  const content: ChatContent = {
    channel: "chat",
    recipient: addressOf(customer),
    customer,
    ...where,
    ...(isReply && { isReply }),
    ...message,
  };
  const { conversationId } = where;
  return { accountId: account.id, templateId, title: chatTitle(content), conversationId, content };
}

/** @throws Error for a customer with neither number nor id, which is a bug */
async function conversationOf(
  { conversations, identifiers }: PrepareMessageDeps,
  owner: Owner,
  { account, customer, conversation }: ChatIntent,
): Promise<Pick<ChatContent, "conversationId" | "customerKey">> {
  if (conversation) return { conversationId: conversation.id, customerKey: conversation.customerKey };
  const key = await conversations.customerKeyOf(account.id, customer);
  if (key === undefined) throw new Error("a customer has neither number nor id");
  const id = conversationIdOf({ owner, chatAccountId: account.id, customerKey: key }, identifiers.sha1);
  return { conversationId: id, customerKey: key };
}

async function decide(
  deps: PrepareMessageDeps,
  { account, content, fallback, awaitsApproval = false }: ChatIntent,
  { context, candidate }: { readonly context: MessageContext; readonly candidate: AssignmentCandidate },
): Promise<Pick<ChatContent, "message" | "upload" | "fallback">> {
  if (content.kind === "template")
    return { message: await chosenTemplate(deps.chatTemplates, { ...context, ...content }) };
  if (account.providerPhoneNumberId === undefined)
    throw invalid("the chat account sends templates only: its provider_phone_number_id is not set");
  const prepared = await checkReferences(deps, content, context);
  const message = { ...prepared, message: content.content };
  if (awaitsApproval || context.leavesAtMs > context.nowMs)
    return withFallback(deps, message, { ...context, fallback });
  await refuseIfHeld(deps, candidate);
  return withinWindow(deps, message, { ...context, fallback });
}
