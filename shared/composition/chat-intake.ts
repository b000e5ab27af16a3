import { chatIntake } from "../chat/chat-channel.ts";
import { chatMessageServices } from "../chat/wiring.ts";
import { conversations, mediaStore } from "../conversations/wiring.ts";

// A file of its own: an import on demand loads what this function uses, and not all of the wiring behind it.
export const acceptedChat = () =>
  chatIntake({ ...chatMessageServices(), conversations: conversations(), media: mediaStore() });
