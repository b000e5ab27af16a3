import { randomUUID } from "node:crypto";
import type { Simulator } from "../simulator.ts";
import type { TopicEvent } from "../topic/queued-messages.ts";

/**
 * Queues an event for the topic and returns its number. A duplicated event comes three times: the topic repeats its
 * message with the same id, and the provider repeats the event with another id.
 */
export function queueEvent({ queue, behaviour }: Simulator, event: TopicEvent, isDuplicated = false): number {
  const snsId = randomUUID();
  const seq = queue.add(event, snsId);
  if (isDuplicated || behaviour.current.duplicate) {
    queue.add(event, snsId);
    queue.add(event);
  }
  return seq;
}
