import { SocialMessagingTemplates } from "../adapters/chat-provider/chat-templates.ts";
import { basics } from "./basics.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { chatEventQueue } from "./chat-event-queue.ts";
import { chatTemplates, conversations } from "./chat-stores.ts";
import { once } from "./once.ts";
import { notifications } from "./tables.ts";

/** For the worker of the event queue. */
export const chatEventServices = once(() => ({
  ...basics(),
  chatAccounts: chatAccounts(),
  chatTemplates: chatTemplates(),
  conversations: conversations(),
  notifications: notifications(),
  chatEventQueue: chatEventQueue(),
  templateProvider: new SocialMessagingTemplates(),
}));
