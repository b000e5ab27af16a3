import { retrievalMessage } from "../../shared/conversations/contract/media-messages.ts";
import type { MediaStore } from "../../shared/conversations/ports.ts";

export interface MediaLeases {
  readonly mediaStore: Pick<MediaStore, "finishAttempt">;
  readonly nowMs: number;
}

/**
 * Ends the attempts of workers that died while they copied a customer's media: the next question for it begins another one at once. The
 * message that they had would find its attempt begun. `bodies` are those of the messages that they had.
 */
export async function endMediaLeases({ mediaStore, nowMs }: MediaLeases, bodies: readonly string[]): Promise<void> {
  for (const body of bodies) {
    const work = retrievalMessage.parse(JSON.parse(body));
    await mediaStore.finishAttempt(work, work.attempt, { to: "retrieving", leaseUntilMs: nowMs - 1 });
  }
}
