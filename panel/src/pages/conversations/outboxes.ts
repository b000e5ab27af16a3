import type { ReplyRequest } from "./reply-draft.ts";

/** A reply that the history does not contain yet. */
export interface OutboxReply {
  /** The idempotency key, so that a repeated request never sends twice. */
  readonly key: string;
  readonly body: ReplyRequest;
  readonly text: string;
  readonly at: string;
  readonly notificationId?: string;
  readonly error?: unknown;
}

type Replies = readonly OutboxReply[];

const NONE: Replies = [];

/** Keeps the unfinished replies of each conversation. They outlive the page, so a failed reply waits until its writer comes back. */
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

  /** Runs `post` after the earlier replies of the conversation. `post` must not reject. */
  enqueue(conversationId: string, post: () => Promise<void>): void {
    const before = this.#lines.get(conversationId) ?? Promise.resolve();
    this.#lines.set(conversationId, before.then(post));
  }
}

export const outboxes = new Outboxes();
