import type { DeliveryMessage } from "../contract/messages.ts";

export interface DeliveryQueue {
  /** One message, seen by a worker after `delaySeconds` (0 to 900). The owner is the message group (D25). Throws when the queue refuses. */
  enqueue(message: DeliveryMessage, delaySeconds?: number): Promise<void>;
}
