import { deliveryServices } from "../../shared/composition/delivery.ts";
import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";
import { deliveryMessage } from "../../shared/notifications/contract/messages.ts";
import { deliverOrNoteCrash } from "../../shared/notifications/deliver-or-note-crash.ts";

/**
 * Takes a batch of delivery messages and makes one attempt for each, side by side.
 * A message comes back by redelivery only when its worker died or met a bug, when neither a table nor the queue answered, or when it
 * cannot be read; a failed or postponed delivery is recorded and comes back as a new message. Five redeliveries make a dead letter.
 */
export const handler = queueFunction(jsonMessage(deliveryMessage), deliverOrNoteCrash, deliveryServices);
