import type { ChatContent } from "./chat-content.ts";

/**
 * The request of a chat message without the message's text. Fields that the notification's record does not have are absent after the
 * retention.
 */
export interface ExpandedChat {
  readonly channel: "chat";
  readonly recipient?: string | undefined;
  readonly accountId: string;
  readonly type?: ChatContent["message"]["type"] | undefined;
  readonly templateId?: string | undefined;
}
