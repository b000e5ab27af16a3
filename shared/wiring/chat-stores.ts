import { DynamoChatTemplateStore } from "../adapters/dynamo/chat-template-store.ts";
import { DynamoConversationStore } from "../adapters/dynamo/conversation-store.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";
import { dynamo } from "./tables.ts";

export const conversations = once(() => new DynamoConversationStore(dynamo(), config().CHAT_TABLE));

export const chatTemplates = once(() => new DynamoChatTemplateStore(dynamo(), config().CONFIG_TABLE));
