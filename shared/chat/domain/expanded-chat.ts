import type { ChatContent } from "./chat-content.ts";

/** The request of a chat message without what it says. What the record of the notification does not have is absent after the retention. */
export interface ExpandedChat {
  readonly channel: "chat";
  readonly recipient?: string | undefined;
  readonly accountId: string;
  readonly type?: ChatContent["message"]["type"] | undefined;
  readonly templateId?: string | undefined;
}
