import { chatMessageServices } from "../chat/wiring.ts";
import { chatIntake } from "../conversations/chat-channel.ts";
import { conversations, mediaStore } from "../conversations/wiring.ts";
import { remembered } from "../kernel/remembered.ts";

// A file of its own: an import on demand loads what this function uses, and not all of the wiring behind it.
const chatServices = () => ({ ...chatMessageServices(), conversations: conversations(), media: mediaStore() });

export const acceptedChat = () => chatIntake(chatServices());

/** For one batch: its accounts and templates are read once. */
export const acceptedChats = () => {
  const { chatAccounts, chatTemplates, ...services } = chatServices();
  return chatIntake({
    ...services,
    chatAccounts: remembered(chatAccounts, ["findFor", "findDefault"]),
    chatTemplates: remembered(chatTemplates, ["get"]),
  });
};
