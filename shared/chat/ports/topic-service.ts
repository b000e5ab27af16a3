import type { TopicMessage } from "../domain/topic-message.ts";

/** The topic service could not be reached; another try may work. */
export class TopicServiceUnavailableError extends Error {
  override readonly name = "TopicServiceUnavailableError";
}

export interface TopicService {
  /** `isSigned` is true when the topic service signed the message. It throws TopicServiceUnavailableError when the certificate cannot be read now. */
  isSigned(message: TopicMessage): Promise<boolean>;
  /** Confirms a subscription by a GET of `url`. Throws TopicServiceUnavailableError when the answer is not 200. */
  confirm(url: string): Promise<void>;
}

/** The queue between the provider's webhook and the worker; once `enqueue` resolves, the events cannot get lost. */
export interface ChatEventQueue {
  /** Throws when the queue refuses. */
  enqueue(event: QueuedChatEvent, delaySeconds?: number): Promise<void>;
}

export interface QueuedChatEvent {
  /** The cloud provider's envelope is kept as it came. */
  readonly envelope: string;
  readonly arrivedAtMs: number;
  /** `repeated` counts how often the event was put back because nobody knew its message yet. */
  readonly repeated: number;
}
