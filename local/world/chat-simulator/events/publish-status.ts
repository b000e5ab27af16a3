import { randomInt } from "node:crypto";
import type { StatusName } from "../behaviour.ts";
import type { StoredNumber } from "../number-store.ts";
import type { OutboundMessage } from "../outbound-store.ts";
import type { Simulator } from "../simulator.ts";
import { type MetaError, metaError } from "./meta-error.ts";
import { providerEnvelope } from "./provider-envelope.ts";
import { queueEvent } from "./queue-event.ts";
import { type StatusEvent, statusValue } from "./status-value.ts";

/** The first status follows this long after the answer to the send, unless it must arrive before the answer (`early_status`). */
const AFTER_ANSWER_MS = 25;

interface Planned extends StatusEvent {
  readonly dueAtMs: number;
}

/** Records a status and queues its event. */
export function queueStatus(
  simulator: Simulator,
  number: StoredNumber,
  { message, event }: { message: OutboundMessage; event: Planned },
): number {
  simulator.outbound.addStatus(message.id, event);
  const omitCallbackData = simulator.behaviour.current.omit_callback_data;
  const envelope = providerEnvelope(simulator.place, number, {
    field: "messages",
    valueJson: statusValue(number, message, { ...event, omitCallbackData }),
    messageId: message.message_id,
    isOfNumber: true,
  });
  return queueEvent(simulator, { lane: message.wamid, message: envelope, dueAtMs: event.dueAtMs });
}

/**
 * Plans the statuses that follow an accepted message automatically. Returns the numbers of their queued events in order
 * of time.
 */
export function queueAutomaticStatuses(
  simulator: Simulator,
  number: StoredNumber,
  { message, failure }: { message: OutboundMessage; failure: MetaError | undefined },
): number[] {
  const { auto_status, delay_ms, early_status, shuffle } = simulator.behaviour.current;
  const statuses: readonly StatusName[] = failure ? ["failed"] : auto_status.filter((one) => isPossible(message, one));
  const firstMs = message.received_at_ms + (early_status ? 0 : AFTER_ANSWER_MS);
  const times = statuses.map((_, at) => firstMs + delay_ms * (early_status ? at : at + 1));
  const slots = shuffle ? shuffledPositions(statuses.length) : [...statuses.keys()];
  return slots.map((at, slot) => {
    const status = statuses[at] ?? "sent";
    const event = {
      status,
      atMs: times[at] ?? firstMs,
      dueAtMs: times[slot] ?? firstMs,
      ...(status === "failed" && { errors: [failure ?? metaError(131000)] }),
    };
    return queueStatus(simulator, number, { message, event });
  });
}

/** Says whether the provider reports this status of a message. It reports no delivery and no reading of a reaction (W1.7). */
function isPossible({ message }: OutboundMessage, status: StatusName): boolean {
  return message.type !== "reaction" || (status !== "delivered" && status !== "read" && status !== "played");
}

/** Returns the positions from 0 to `count` - 1 in random order, but never in ascending order. */
function shuffledPositions(count: number): number[] {
  const positions = [...Array(count).keys()];
  for (let at = count - 1; at > 0; at -= 1) {
    const other = randomInt(at + 1);
    [positions[at], positions[other]] = [positions[other] ?? 0, positions[at] ?? 0];
  }
  return positions.every((position, at) => position === at) ? positions.reverse() : positions;
}
