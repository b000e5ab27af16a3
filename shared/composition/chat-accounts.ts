import { DynamoChatAccountStore } from "../chat/dynamo/chat-account-store.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { dynamo } from "../notifications/tables-wiring.ts";

export const chatAccounts = once(() => new DynamoChatAccountStore(dynamo(), config().CONFIG_TABLE));

export const chatAccountServices = once(() => ({ ...basics(), chatAccounts: chatAccounts() }));
