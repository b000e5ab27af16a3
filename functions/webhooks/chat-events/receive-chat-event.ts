import { receiveChatEvent as contract } from "../../../shared/contract/chat-events.ts";
import { textOperation } from "../../../shared/http/text-operation.ts";
import { receiveTopicMessage } from "../../../shared/use-cases/chat-events/receive-topic-message.ts";
import { topicServices } from "../../../shared/wiring/topic.ts";

export const receiveChatEvent = textOperation(contract, receiveTopicMessage, topicServices);
