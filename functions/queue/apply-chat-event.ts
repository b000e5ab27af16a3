import { chatEventMessage } from "../../shared/chat/contract/chat-events.ts";
import { applyChatEvents } from "../../shared/conversations/apply-chat-events.ts";
import { chatEventServices } from "../../shared/conversations/wiring.ts";
import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";

/**
 * Takes a batch of the provider's envelopes and applies the events of each concurrently, except customers' messages. If an
 * event cannot be applied, its envelope is redelivered. After eight redeliveries it becomes a dead letter, which keeps it
 * for the operator.
 */
export const handler = queueFunction(jsonMessage(chatEventMessage), applyChatEvents, chatEventServices);
