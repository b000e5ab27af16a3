import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import { Refusal } from "../kernel/refusal.ts";
import { isInbound } from "./domain/chat-event.ts";
import { parseEventEnvelope } from "./domain/chat-events.ts";
import { isCertificateUrl, isConfirmationUrl, readTopicMessage, type TopicMessage } from "./domain/topic-message.ts";
import {
  type ChatEventQueue,
  type QueuedChatEvent,
  type TopicService,
  TopicServiceUnavailableError,
} from "./ports/topic-service.ts";

export interface TrustedTopic {
  readonly arn: string;
  /** The topic's service answers at this origin, which has no slash at the end. */
  readonly origin: string;
}

export interface ReceiveTopicMessageDeps {
  /** The topic whose events are taken; undefined means that the deployment takes no events. */
  readonly topic: TrustedTopic | undefined;
  readonly topicService: TopicService;
  /** Gets the envelopes with customers' messages. */
  readonly inboundMessageQueue: ChatEventQueue;
  /** Gets the envelopes with all other events. */
  readonly chatEventQueue: ChatEventQueue;
  readonly clock: Clock;
  readonly log: Log;
}

const refused = (why: string): Refusal => new Refusal("event_refused", why);

/**
 * Takes one message of the topic, and queues a genuine one before it answers. Cheap checks come first, so that a stranger's message
 * causes no request. A repeated message is queued twice, because applying an event twice changes nothing.
 */
export async function receiveTopicMessage(deps: ReceiveTopicMessageDeps, text: string): Promise<void> {
  const message = readTopicMessage(text);
  const { topic } = deps;
  if (topic === undefined || message.TopicArn !== topic.arn) throw refused("unexpected topic");
  if (!isCertificateUrl(message.SigningCertURL, topic.origin)) throw refused("unexpected certificate address");
  if (!(await atTheService(() => deps.topicService.isSigned(message)))) throw refused("invalid signature");
  await accept(deps, message, topic);
}

async function accept(deps: ReceiveTopicMessageDeps, message: TopicMessage, topic: TrustedTopic): Promise<void> {
  switch (message.Type) {
    case "Notification":
      await queueEvents(deps, { envelope: message.Message, arrivedAtMs: deps.clock.now(), repeated: 0 });
      return;
    case "SubscriptionConfirmation": {
      const url = message.SubscribeURL ?? "";
      if (!isConfirmationUrl(message, topic.origin)) throw refused("unexpected confirmation address");
      await atTheService(() => deps.topicService.confirm(url));
      deps.log.info("chat_topic.subscribed");
      return;
    }
    case "UnsubscribeConfirmation":
      // The address in the message would subscribe again, so it is not used: the operator may have unsubscribed on purpose.
      deps.log.warn("chat_topic.unsubscribed");
  }
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

/** Refuses with a 5xx status when the topic service does not answer us, because it then repeats its message later. */
async function atTheService<Answer>(ask: () => Promise<Answer>): Promise<Answer> {
  try {
    return await ask();
  } catch (cause) {
    if (!(cause instanceof TopicServiceUnavailableError)) throw cause;
    throw new Refusal("provider_unavailable", "the topic service cannot be reached", { cause });
  }
}
