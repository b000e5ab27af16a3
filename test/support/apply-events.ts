import type { QueuedChatEvent } from "../../shared/chat/ports/topic-service.ts";
import { type ApplyChatEventsDeps, applyChatEvents } from "../../shared/conversations/apply-chat-events.ts";
import { receiveMessages } from "../../shared/conversations/receive-messages.ts";

type Deps = ApplyChatEventsDeps & Parameters<typeof receiveMessages>[0];

/** Both workers get the same envelope, and the failure of one does not affect the other. */
export async function applyEvents(deps: Deps, queued: QueuedChatEvent): Promise<void> {
  try {
    await receiveMessages(deps, queued);
  } finally {
    await applyChatEvents(deps, queued);
  }
}
