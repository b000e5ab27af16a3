import { chatOutlet } from "../chat/chat-channel.ts";
import { DynamoChatThrottle } from "../chat/dynamo/chat-throttle.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { limiterDynamo, notifications } from "../notifications/tables-wiring.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { chatSender } from "./chat-sender.ts";
import { chatTemplates, conversations } from "./chat-stores.ts";

export const loadedChatOutlet = once(() =>
  chatOutlet({
    ...basics(),
    chatAccounts: chatAccounts(),
    chatTemplates: chatTemplates(),
    conversations: conversations(),
    notifications: notifications(),
    throttle: new DynamoChatThrottle(limiterDynamo(), { table: config().EPHEMERAL_TABLE, ...basics() }),
    sender: chatSender(),
    leaseMs: config().LEASE_SECONDS * 1000,
  }),
);
