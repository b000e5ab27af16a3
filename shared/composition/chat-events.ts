import type { InboundMessages } from "../chat/ports/inbound-messages.ts";
import { SocialMessagingTemplates } from "../chat/provider/chat-templates.ts";
import { receiveMessage } from "../conversations/receive-message.ts";
import { basics } from "../kernel/basics.ts";
import { once } from "../kernel/once.ts";
import { notifications } from "../notifications/tables-wiring.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { chatEventQueue } from "./chat-event-queue.ts";
import { chatTemplates, conversations } from "./chat-stores.ts";

const inboundServices = once(() => ({ ...basics(), chatAccounts: chatAccounts(), conversations: conversations() }));

/** For the worker of the event queue. */
export const chatEventServices = once(() => ({
  ...basics(),
  inboundMessages: {
    receive: (event, arrival) => receiveMessage(inboundServices(), event, arrival),
  } satisfies InboundMessages,
  ...inboundServices(),
  chatTemplates: chatTemplates(),
  notifications: notifications(),
  chatEventQueue: chatEventQueue(),
  templateProvider: new SocialMessagingTemplates(),
}));
