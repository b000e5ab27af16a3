import { chatEventMessage } from "../../shared/chat/contract/chat-events.ts";
import { applyChatEvents } from "../../shared/chat/events/apply-chat-events.ts";
import { chatEventServices } from "../../shared/conversations/wiring.ts";
import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";

/**
 * Takes a batch of the provider's envelopes, and applies the events of each, side by side.
 * An envelope comes back by redelivery when one of its events could not be applied; eight redeliveries make a dead letter, which
 * keeps it for the operator.
 */
export const handler = queueFunction(jsonMessage(chatEventMessage), applyChatEvents, chatEventServices);
