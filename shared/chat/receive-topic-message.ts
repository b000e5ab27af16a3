import { type VerifyTopicMessageDeps, verifyTopicMessage } from "../cloud-topic/verify-topic-message.ts";
import type { Clock } from "../kernel/clock.ts";
import { isInbound } from "./domain/chat-event.ts";
import { parseEventEnvelope } from "./domain/chat-events.ts";
import type { ChatEventQueue, QueuedChatEvent } from "./ports/chat-event-queue.ts";

export interface TrustedTopic {
  readonly arn: string;
  /** The topic's service answers at this origin, which has no slash at the end. */
  readonly origin: string;
}

export interface ReceiveTopicMessageDeps extends VerifyTopicMessageDeps {
  /** The topic whose events are taken; undefined means that the deployment takes no events. */
  readonly topic: TrustedTopic | undefined;
  /** Gets the envelopes with customers' messages. */
  readonly inboundMessageQueue: ChatEventQueue;
  /** Gets the envelopes with all other events. */
  readonly chatEventQueue: ChatEventQueue;
  readonly clock: Clock;
}

/**
 * Takes one message of the topic, and queues a genuine one before it answers. A repeated message is queued twice, because applying an event
 * twice changes nothing.
 */
export async function receiveTopicMessage(deps: ReceiveTopicMessageDeps, text: string): Promise<void> {
  const { topic, clock } = deps;
  const expected = (arn: string) => (arn === topic?.arn ? topic.origin : undefined);
  const message = await verifyTopicMessage(deps, expected, text);
  if (message) await queueEvents(deps, { envelope: message.Message, arrivedAtMs: clock.now(), repeated: 0 });
}

/** An envelope with events of both kinds goes to both queues, whole: each worker applies its own kind. */
async function queueEvents(
  { inboundMessageQueue, chatEventQueue }: ReceiveTopicMessageDeps,
  queued: QueuedChatEvent,
): Promise<void> {
  const events = parseEventEnvelope(queued.envelope, queued.arrivedAtMs);
  const queues = new Set(events.map((event) => (isInbound(event) ? inboundMessageQueue : chatEventQueue)));
  await Promise.all([...queues].map((queue) => queue.enqueue(queued)));
}
