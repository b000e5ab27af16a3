import { chatMessageServices } from "../chat/wiring.ts";
import { chatIntake } from "../conversations/chat-channel.ts";
import { conversations, mediaStore } from "../conversations/wiring.ts";
import { remembered } from "../kernel/remembered.ts";

// It has a file of its own: an import on demand then loads only what this function uses, not the whole wiring behind it.
const chatServices = () => ({ ...chatMessageServices(), conversations: conversations(), media: mediaStore() });

export const acceptedChat = () => chatIntake(chatServices());

/** One batch reads its accounts and templates once. */
export const acceptedChats = () => {
  const { chatAccounts, chatTemplates, ...services } = chatServices();
  return chatIntake({
    ...services,
    chatAccounts: remembered(chatAccounts, ["findFor", "findDefault"]),
    chatTemplates: remembered(chatTemplates, ["get"]),
  });
};
