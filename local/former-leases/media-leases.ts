import { retrievalMessage } from "../../shared/conversations/contract/media-messages.ts";
import type { MediaStore } from "../../shared/conversations/ports.ts";

export interface MediaLeases {
  readonly mediaStore: Pick<MediaStore, "finishAttempt">;
  readonly nowMs: number;
}

/**
 * Ends the attempts of workers that died while they copied a customer's media, so that the next request for it starts
 * another attempt at once. Otherwise the redelivered message would find the attempt begun and do nothing. `bodies` are
 * those of the messages that the workers held.
 */
export async function endMediaLeases({ mediaStore, nowMs }: MediaLeases, bodies: readonly string[]): Promise<void> {
  for (const body of bodies) {
    const work = retrievalMessage.parse(JSON.parse(body));
    await mediaStore.finishAttempt(work, work.attempt, { to: "retrieving", leaseUntilMs: nowMs - 1 });
  }
}
