import type { RetrievalMessage } from "../contract/media-messages.ts";

export interface MediaQueue {
  /** Seen by a worker after `delaySeconds` (0 to 900; fractions are rounded up). Throws when the queue refuses. */
  enqueue(message: RetrievalMessage, delaySeconds?: number): Promise<void>;
}
