import { receiveChatEvent } from "../../shared/chat/contract/chat-events.ts";
import { receiveTopicMessage } from "../../shared/chat/receive-topic-message.ts";
import { topicServices } from "../../shared/chat/wiring.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { textOperation } from "../../shared/edge/operation.ts";
import { openEdgeServices } from "../../shared/edge/wiring.ts";

export const handler = httpFunction(openEdgeServices, [
  textOperation(receiveChatEvent, receiveTopicMessage, topicServices),
]);
