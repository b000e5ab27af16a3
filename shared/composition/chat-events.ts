import { SocialMessagingTemplates } from "../chat/provider/chat-templates.ts";
import { basics } from "../kernel/basics.ts";
import { once } from "../kernel/once.ts";
import { notifications } from "../notifications/tables-wiring.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { chatEventQueue } from "./chat-event-queue.ts";
import { chatTemplates, conversations } from "./chat-stores.ts";

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
