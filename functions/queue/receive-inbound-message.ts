import { chatEventMessage } from "../../shared/chat/contract/chat-events.ts";
import { receiveMessages } from "../../shared/conversations/receive-messages.ts";
import { inboundMessageServices } from "../../shared/conversations/wiring.ts";
import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";

/**
 * Takes a batch of the provider's envelopes and stores the customers' messages of each concurrently. If a message cannot
 * be stored, its envelope is redelivered. After eight redeliveries the envelope becomes a dead letter, which keeps it
 * for the operator.
 */
export const handler = queueFunction(jsonMessage(chatEventMessage), receiveMessages, inboundMessageServices);
