import type { DeliveryMessage } from "../../shared/notifications/contract/messages.ts";
import type { DeliveryQueue } from "../../shared/notifications/ports.ts";

export interface InMemoryDeliveryQueue extends DeliveryQueue {
  readonly messages: { readonly message: DeliveryMessage; readonly delaySeconds: number }[];
  /** While this is true, the queue accepts nothing. */
  refuses: boolean;
}

export function inMemoryDeliveryQueue(): InMemoryDeliveryQueue {
  return {
    messages: [],
    refuses: false,
    async enqueue(message, delaySeconds = 0) {
      if (this.refuses) throw new Error("the queue refuses");
      this.messages.push({ message, delaySeconds });
    },
  };
}
