import { type ChatIntakeDeps, chatIntake } from "../chat/chat-channel.ts";
import { basics } from "../kernel/basics.ts";
import { once } from "../kernel/once.ts";
import { notifications } from "../notifications/tables-wiring.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { chatTemplates, conversations } from "./chat-stores.ts";
import { mediaUploads } from "./media-uploads.ts";

const deps = (): ChatIntakeDeps => ({
  ...basics(),
  chatAccounts: chatAccounts(),
  chatTemplates: chatTemplates(),
  conversations: conversations(),
  media: mediaUploads(),
  notifications: notifications(),
});

export const loadedChatIntake = once(() => chatIntake(deps()));
