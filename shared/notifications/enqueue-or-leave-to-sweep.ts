import type { Log } from "../kernel/log.ts";
import type { Metrics } from "../kernel/metrics.ts";
import type { DeliveryMessage } from "./contract/messages.ts";
import type { DeliveryQueue } from "./ports.ts";

export interface EnqueueDeps {
  readonly deliveryQueue: DeliveryQueue;
  readonly log: Log;
  readonly metrics: Metrics;
}

/** The sweep knows the notification already, so a queue that refuses delays the delivery until the next sweep and loses nothing. */
export async function enqueueOrLeaveToSweep(
  deps: EnqueueDeps,
  message: DeliveryMessage,
  delaySeconds = 0,
): Promise<void> {
  try {
    await deps.deliveryQueue.enqueue(message, delaySeconds);
  } catch (error) {
    deps.metrics.count("queue_refused");
    deps.log.error("delivery_queue.refused", error, { owner: message.owner, id: message.id });
  }
}
