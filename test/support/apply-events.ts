import type { QueuedChatEvent } from "../../shared/chat/ports/chat-event-queue.ts";
import { type ApplyChatEventsDeps, applyChatEvents } from "../../shared/conversations/apply-chat-events.ts";
import { receiveMessages } from "../../shared/conversations/receive-messages.ts";

type Deps = ApplyChatEventsDeps & Parameters<typeof receiveMessages>[0];

/** Passes one envelope to the worker of customers' messages and to the worker of other events. If one fails, the other still runs. */
export async function applyEvents(deps: Deps, queued: QueuedChatEvent): Promise<void> {
  try {
    await receiveMessages(deps, queued);
  } finally {
    await applyChatEvents(deps, queued);
  }
}
