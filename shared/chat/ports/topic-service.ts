import type { TopicMessage } from "../domain/topic-message.ts";

/** The topic service could not be asked: nobody's fault but the network's, and worth another try. */
export class TopicServiceUnavailableError extends Error {
  override readonly name = "TopicServiceUnavailableError";
}

export interface TopicService {
  /**
   * Whether the topic service itself signed this message; the caller has checked topic and addresses before.
   * Throws TopicServiceUnavailableError when its certificate cannot be had now.
   */
  isSigned(message: TopicMessage): Promise<boolean>;
  /** Visits the address that confirms a subscription. Throws TopicServiceUnavailableError when it does not answer 200. */
  confirm(url: string): Promise<void>;
}

/** From the webhook to a worker, and from the worker to itself: what the provider told is safe once this has resolved. */
export interface ChatEventQueue {
  /** Throws when the queue refuses. */
  enqueue(event: QueuedChatEvent, delaySeconds?: number): Promise<void>;
}

export interface QueuedChatEvent {
  /** The cloud provider's envelope, as it came. */
  readonly envelope: string;
  readonly arrivedAtMs: number;
  /** How often it was put back because nobody knew the message that it tells of yet. */
  readonly repeated: number;
}
