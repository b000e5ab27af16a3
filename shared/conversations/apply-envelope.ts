import type { ChatEvent } from "../chat/domain/chat-event.ts";
import { parseEventEnvelope } from "../chat/domain/chat-events.ts";
import type { ChatEventQueue, QueuedChatEvent } from "../chat/ports/chat-event-queue.ts";
import type { Log } from "../kernel/log.ts";

export interface ApplyEnvelopeDeps {
  /** An event that is early is put back on this queue, from which the envelope came. */
  readonly queue: ChatEventQueue;
  readonly log: Log;
}

export interface EventArrival {
  readonly arrivedAtMs: number;
  /** True for an envelope that was not put back before, and so may be applied a little later. */
  readonly mayWait: boolean;
}

/** One worker's part of the work: it applies the events of its own kind. */
export interface EventWork<Event extends ChatEvent> {
  readonly isOurs: (event: ChatEvent) => event is Event;
  /** Returns the result for the log; `early` means that the event is put back and applied later. */
  readonly apply: (event: Event, arrival: EventArrival) => Promise<string>;
}

/**
 * An event is put back for these delays, one after the other. A status without our own id may arrive before the provider has answered the
 * send, and a customer's first message may arrive before the provider has taken the message that an owner is sending them.
 */
const LOOK_AGAIN_AFTER_SECONDS = [2, 15, 60] as const;

/** The errors of the events that could not be applied. The other events of the envelope are applied all the same. */
export class ChatEventsError extends AggregateError {
  override readonly name = "ChatEventsError";
}

/**
 * Applies a worker's events of one envelope. It may be repeated in any order: no event has an effect twice, and no status moves back.
 * @throws ChatEventsError when some events could not be applied; the whole envelope must then be applied again
 */
export async function applyEnvelope<Event extends ChatEvent>(
  { queue, log }: ApplyEnvelopeDeps,
  queued: QueuedChatEvent,
  { isOurs, apply }: EventWork<Event>,
): Promise<void> {
  const counts: Record<string, number> = {};
  const failures: unknown[] = [];
  for (const [place, event] of parseEventEnvelope(queued.envelope, queued.arrivedAtMs).entries()) {
    if (!isOurs(event)) continue;
    try {
      const outcome = await apply(event, {
        arrivedAtMs: queued.arrivedAtMs + place,
        mayWait: queued.repeated === 0,
      });
      counts[outcome] = (counts[outcome] ?? 0) + 1;
    } catch (error) {
      failures.push(error);
    }
  }
  const line = { ...counts, failures: failures.length };
  if (failures.length > 0) {
    log.info("chat_event.applied", line);
    throw new ChatEventsError(failures, `${failures.length} chat events could not be applied`);
  }
  log.routine("chat_event.applied", line);
  const waitSeconds = LOOK_AGAIN_AFTER_SECONDS[queued.repeated];
  if (counts.early !== undefined && waitSeconds !== undefined) {
    await queue.enqueue({ ...queued, repeated: queued.repeated + 1 }, waitSeconds);
  }
}

/** The platform's codes look like identifiers; any other text stays out of the log. */
export const loggable = (text: string): string => (/^[\w.-]{1,64}$/.test(text) ? text : "other");
