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
