import { chatMessageServices } from "../chat/wiring.ts";
import { chatIntake } from "../conversations/chat-channel.ts";
import { conversations, mediaStore } from "../conversations/wiring.ts";
import { remembered } from "../kernel/remembered.ts";

// The intake of chat has a file of its own, so that its import on demand loads only the code that it uses.
const chatServices = () => ({ ...chatMessageServices(), conversations: conversations(), media: mediaStore() });

export const acceptedChat = () => chatIntake(chatServices());

/** Returns an intake for one batch, which reads each account and template only once. */
export const acceptedChats = () => {
  const { chatAccounts, chatTemplates, ...services } = chatServices();
  return chatIntake({
    ...services,
    chatAccounts: remembered(chatAccounts, ["findFor", "findDefault"]),
    chatTemplates: remembered(chatTemplates, ["get"]),
  });
};
