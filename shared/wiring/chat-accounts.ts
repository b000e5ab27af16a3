import { DynamoChatAccountStore } from "../adapters/dynamo/chat-account-store.ts";
import { basics } from "./basics.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";
import { dynamo } from "./tables.ts";

export const chatAccounts = once(() => new DynamoChatAccountStore(dynamo(), config().CONFIG_TABLE));

export const chatAccountServices = once(() => ({ ...basics(), chatAccounts: chatAccounts() }));
