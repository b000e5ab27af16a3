import type { ReplyRequest } from "./reply-draft.ts";

/** A reply that the history does not have yet. */
export interface OutboxReply {
  /** Its idempotency key: one that is repeated after a lost answer sends nothing twice. */
  readonly key: string;
  readonly body: ReplyRequest;
  readonly text: string;
  readonly at: string;
  readonly notificationId?: string;
  readonly error?: unknown;
}

type Replies = readonly OutboxReply[];

const NONE: Replies = [];

/** The replies on their way, by conversation. They outlive its page: one that fails after its writer has gone elsewhere waits there. */
class Outboxes {
  readonly #replies = new Map<string, Replies>();
  readonly #lines = new Map<string, Promise<void>>();
  readonly #listeners = new Set<() => void>();

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  of(conversationId: string): Replies {
    return this.#replies.get(conversationId) ?? NONE;
  }

  change(conversationId: string, change: (replies: Replies) => Replies): void {
    this.#replies.set(conversationId, change(this.of(conversationId)));
    for (const listener of this.#listeners) listener();
  }

  /** After those of the conversation that wait before it. `post` does not fail. */
  enqueue(conversationId: string, post: () => Promise<void>): void {
    const before = this.#lines.get(conversationId) ?? Promise.resolve();
    this.#lines.set(conversationId, before.then(post));
  }
}

export const outboxes = new Outboxes();
