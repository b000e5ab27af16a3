import type { Intake, Outlet } from "../notifications/channel.ts";
import type { ChatConversations } from "./ports/chat-conversations.ts";
import { type CheckChatDeps, chatIntentOf } from "./sending/check-chat.ts";
import { CHAT_MAX_ATTEMPTS } from "./sending/max-attempts.ts";
import { type PrepareMessageDeps, prepareMessage } from "./sending/prepare-message.ts";
import { rememberMessage } from "./sending/remember-message.ts";
import { type SendChatDeps, sendChat } from "./sending/send-chat.ts";

export interface ChatIntakeDeps extends CheckChatDeps, PrepareMessageDeps {
  readonly chatAccounts: CheckChatDeps["chatAccounts"];
  readonly conversations: PrepareMessageDeps["conversations"] & Pick<ChatConversations, "addOutbound">;
}

export const chatIntake = (deps: ChatIntakeDeps): Intake<"chat"> => ({
  maxAttempts: CHAT_MAX_ATTEMPTS,
  check: async (owner, request) => prepareMessage(deps, owner, await chatIntentOf(deps, owner, request)),
  beforeQueued: (notification, content) => rememberMessage(deps.conversations, notification, content),
});

export const chatOutlet = (deps: SendChatDeps): Outlet => ({
  send: (claimed, acquire) => sendChat(deps, claimed, acquire),
});
