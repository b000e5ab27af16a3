import { jsonMessage } from "../../../shared/background/json-message.ts";
import { queueFunction } from "../../../shared/background/queue-function.ts";
import { deliveryMessage } from "../../../shared/contract/messages.ts";
import { deliverOrNoteCrash } from "../../../shared/use-cases/notifications/deliver-or-note-crash.ts";
import { deliveryServices } from "../../../shared/wiring/delivery.ts";

/**
 * Takes a batch of delivery messages and makes one attempt for each, side by side.
 * A message comes back by redelivery only when its worker died or met a bug, when neither a table nor the queue answered, or when it
 * cannot be read; a failed or postponed delivery is recorded and comes back as a new message. Five redeliveries make a dead letter.
 */
export const handler = queueFunction(jsonMessage(deliveryMessage), deliverOrNoteCrash, deliveryServices);
