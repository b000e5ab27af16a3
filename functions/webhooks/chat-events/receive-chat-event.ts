import { receiveChatEvent as contract } from "../../../shared/chat/contract/chat-events.ts";
import { receiveTopicMessage } from "../../../shared/chat/events/receive-topic-message.ts";
import { topicServices } from "../../../shared/composition/chat-topic.ts";
import { textOperation } from "../../../shared/edge/operation.ts";

export const receiveChatEvent = textOperation(contract, receiveTopicMessage, topicServices);
