import { type ChatIntakeDeps, chatIntake } from "../channels/chat/chat-channel.ts";
import { basics } from "./basics.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { chatTemplates, conversations } from "./chat-stores.ts";
import { mediaUploads } from "./media-uploads.ts";
import { once } from "./once.ts";
import { notifications } from "./tables.ts";

const deps = (): ChatIntakeDeps => ({
  ...basics(),
  chatAccounts: chatAccounts(),
  chatTemplates: chatTemplates(),
  conversations: conversations(),
  media: mediaUploads(),
  notifications: notifications(),
});

export const loadedChatIntake = once(() => chatIntake(deps()));
