import { DynamoChatTemplateStore } from "../chat/dynamo/chat-template-store.ts";
import { DynamoConversationStore } from "../conversations/dynamo/conversation-store.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { dynamo } from "../notifications/tables-wiring.ts";

export const conversations = once(() => new DynamoConversationStore(dynamo(), config().CHAT_TABLE));

export const chatTemplates = once(() => new DynamoChatTemplateStore(dynamo(), config().CONFIG_TABLE));
