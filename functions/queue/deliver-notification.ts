import { deliveryServices } from "../../shared/composition/delivery.ts";
import { jsonMessage } from "../../shared/edge/background/json-message.ts";
import { queueFunction } from "../../shared/edge/background/queue-function.ts";
import { inOwnersTime } from "../../shared/edge/owners-time.ts";
import { inOwnTime } from "../../shared/edge/test-clock-wiring.ts";
import { deliveryMessage } from "../../shared/notifications/contract/messages.ts";
import { deliverOrNoteCrash } from "../../shared/notifications/deliver/deliver-or-note-crash.ts";

/**
 * Takes a batch of delivery messages and makes one attempt for each concurrently. A message is redelivered only when
 * its worker died or met a bug, when neither table nor queue answered, or when it cannot be read. A failed or postponed
 * delivery is recorded and sent as a new message. After five redeliveries a message becomes a dead letter.
 */
export const handler = queueFunction(
  jsonMessage(deliveryMessage),
  inOwnersTime(inOwnTime, deliverOrNoteCrash),
  deliveryServices,
);
