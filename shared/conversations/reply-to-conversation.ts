import type { ChatIntent } from "../chat/domain/chat-intent.ts";
import type { ChatAccountStore } from "../chat/ports/chat-account-store.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import type { CallingKey } from "../kernel/key-terms.ts";
import type { Owner } from "../kernel/owner.ts";
import { invalid, Refusal } from "../kernel/refusal.ts";
import type { SenderRequest } from "../kernel/sender-request.ts";
import type { Notification } from "../notifications/domain/notification.ts";
import type { Conversation } from "./domain/conversation.ts";
import type { OrderedTemplate, Reply, TemplateReply } from "./domain/reply.ts";
import { getConversation } from "./get-conversation.ts";
import type { ConversationStore } from "./ports.ts";
import { type SubmitChatMessageDeps, submitChatMessage } from "./sending/submit-chat-message.ts";

export interface ReplyToConversationDeps extends SubmitChatMessageDeps {
  readonly conversations: ConversationStore;
  readonly identifiers: Identifiers;
  readonly chatAccounts: Pick<ChatAccountStore, "findFor">;
}

export interface ReplyCall {
  readonly owner: Owner;
  readonly conversationId: string;
  /** The notification gets this id. It is chosen before the request runs, so that a repeated request creates no second notification. */
  readonly id: string;
  readonly isRepeat?: boolean | undefined;
  readonly madeBy?: SenderRequest | undefined;
  /** The API key that the request was made with. */
  readonly callingKey?: CallingKey | undefined;
}

/** Stores a reply, adds it to the history and queues it before it returns (D32). */
export async function replyToConversation(
  deps: ReplyToConversationDeps,
  call: ReplyCall,
  reply: Reply | TemplateReply,
): Promise<Notification> {
  try {
    return await submitChatMessage(deps, call, () => intentOf(deps, call, reply));
  } catch (error) {
    throw withAdvice(error, "fallback" in reply && reply.fallback !== undefined);
  }
}

async function intentOf(
  deps: Pick<ReplyToConversationDeps, "conversations" | "chatAccounts">,
  { owner, conversationId }: ReplyCall,
  reply: Reply | TemplateReply,
): Promise<ChatIntent> {
  const conversation = await getConversation(deps, owner, conversationId);
  const account = await deps.chatAccounts.findFor(owner, conversation.chatAccountId);
  if (account === undefined) throw invalid("the conversation's chat account is not available any more");
  return {
    account,
    customer: customerOf(conversation),
    conversation: { id: conversation.id, customerKey: conversation.customerKey },
    ...sayingOf(reply),
  };
}

/** Adds advice to the message of the refusal `window_closed`, because an agent reads nothing but the message. */
function withAdvice(error: unknown, hasFallback: boolean): unknown {
  if (!(error instanceof Refusal) || error.code !== "window_closed") return error;
  const advice = hasFallback
    ? "the fallback template does not exist or is not approved"
    : "an approved fallback_template_id is required";
  return new Refusal("window_closed", `service window is closed: ${advice}`, { cause: error });
}

/** Returns the phone number as the customer's last message spelled it, or the platform's id if the customer hides the number (D30). */
function customerOf({ id, customerPhone, providerUserId }: Conversation) {
  if (customerPhone !== undefined) return { phone: customerPhone };
  if (providerUserId !== undefined) return { providerUserId };
  throw new Error(`conversation ${id} has no customer`);
}

function sayingOf(reply: Reply | TemplateReply): Pick<ChatIntent, "content" | "fallback"> {
  if ("template" in reply) return { content: { kind: "template", ...choiceOf(reply.template, "template_parameters") } };
  const { content, fallback } = reply;
  return {
    content: { kind: "free_form", content },
    ...(fallback && { fallback: choiceOf(fallback, "fallback_parameters") }),
  };
}

const choiceOf = ({ templateId, parameters }: OrderedTemplate, path: string) => ({
  templateId,
  values: { kind: "ordered", values: parameters, path } as const,
});
