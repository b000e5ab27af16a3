import type { ChatRequest } from "../chat/contract/chat-request.ts";
import { CHAT_CAUSES } from "../chat/domain/chat-causes.ts";
import type { ShownChat } from "../chat/domain/shown-chat.ts";
import { invalid, notFound } from "../kernel/refusal.ts";
import type { Intake, Outlet } from "../notifications/channel.ts";
import { givenTimeMs, isForLater } from "../notifications/domain/notification.ts";
import type { Showcase } from "../notifications/read/show-message.ts";
import type { ConversationStore } from "./ports.ts";
import { type CheckChatDeps, chatIntentOf } from "./sending/check-chat.ts";
import { CHAT_MAX_ATTEMPTS } from "./sending/max-attempts.ts";
import { type PrepareMessageDeps, prepareMessage } from "./sending/prepare-message.ts";
import { rememberMessage } from "./sending/remember-message.ts";
import { type SendChatDeps, sendChat } from "./sending/send-chat.ts";
import { type ShowChatDeps, showChat } from "./sending/show-chat.ts";

export interface ChatIntakeDeps extends CheckChatDeps, PrepareMessageDeps {
  readonly chatAccounts: CheckChatDeps["chatAccounts"];
  readonly conversations: PrepareMessageDeps["conversations"] & Pick<ConversationStore, "addOutbound">;
}

export const chatIntake = (deps: ChatIntakeDeps): Intake<ChatRequest> => ({
  maxAttempts: CHAT_MAX_ATTEMPTS,
  check: async (owner, request, { isOwner: isFromPerson, awaitsApproval }) => {
    const intent = await chatIntentOf(deps, owner, request);
    return prepareMessage(deps, owner, { ...intent, isFromPerson, awaitsApproval, leavesAtMs: givenTimeMs(request) });
  },
  checkAgain: async (owner, accountId) => {
    if ((await deps.chatAccounts.findFor(owner, accountId)) === undefined)
      throw invalid(CHAT_CAUSES.chat_account_deleted);
  },
  readdress: async (content, _first, to) => {
    if (to !== undefined) throw invalid("only an email can be sent again to other recipients");
    return content;
  },
  // A message that leaves later is added to the history only when it is sent (`sendChat`).
  beforeQueued: async (notification, content) => {
    if (!isForLater(notification)) await rememberMessage(deps.conversations, notification, content);
  },
});

export const chatShowcase = (deps: ShowChatDeps): Showcase<ShownChat> => ({
  show: (notification, content) => showChat(deps, notification, content),
  // The files of chat messages are at the provider, so there is none to read here.
  readFile: () => Promise.reject(notFound()),
});

export const chatOutlet = (deps: SendChatDeps): Outlet => ({
  send: (claimed, acquire) => sendChat(deps, claimed, acquire),
});
