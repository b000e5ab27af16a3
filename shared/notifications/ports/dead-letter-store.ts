import type { DeliveryMessage } from "../contract/messages.ts";

/** A delivery that was given up because it crashed its workers; kept for 14 days, so that it can be put back once they are mended. */
export interface DeadLetter extends DeliveryMessage {
  /** When it was given up. */
  readonly at: string;
}

export interface DeadLetterStore {
  add(letter: DeadLetter): Promise<void>;
  /** Oldest first, at most `limit`. */
  list(limit: number): Promise<readonly DeadLetter[]>;
  remove(letter: DeadLetter): Promise<void>;
}
