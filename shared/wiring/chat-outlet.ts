import { DynamoChatThrottle } from "../adapters/dynamo/chat-throttle.ts";
import { chatOutlet } from "../channels/chat/chat-channel.ts";
import { basics } from "./basics.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { chatSender } from "./chat-sender.ts";
import { chatTemplates, conversations } from "./chat-stores.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";
import { limiterDynamo, notifications } from "./tables.ts";

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
