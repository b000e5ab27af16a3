import type { ConversationStore } from "../../ports/conversation-store.ts";
import type { Intake, Outlet } from "../channel.ts";
import { type CheckChatDeps, chatIntentOf } from "./check.ts";
import { CHAT_MAX_ATTEMPTS } from "./max-attempts.ts";
import { type PrepareMessageDeps, prepareMessage } from "./prepare-message.ts";
import { rememberMessage } from "./remember-message.ts";
import { type SendChatDeps, sendChat } from "./send.ts";

export interface ChatIntakeDeps extends CheckChatDeps, PrepareMessageDeps {
  readonly conversations: PrepareMessageDeps["conversations"] & Pick<ConversationStore, "addOutbound">;
}

export const chatIntake = (deps: ChatIntakeDeps): Intake<"chat"> => ({
  maxAttempts: CHAT_MAX_ATTEMPTS,
  check: async (owner, request) => prepareMessage(deps, owner, await chatIntentOf(deps, owner, request)),
  beforeQueued: (notification, content) => rememberMessage(deps.conversations, notification, content),
});

export const chatOutlet = (deps: SendChatDeps): Outlet => ({
  send: (claimed, turn) => sendChat(deps, claimed, turn),
});
