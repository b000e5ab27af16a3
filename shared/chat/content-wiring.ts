import type { ContentCodec } from "../notifications/ports.ts";
import type { ChatContent } from "./domain/chat-content.ts";
import { chatContentItem } from "./dynamo/chat-content-item.ts";

/** Apart from the rest: every function that reads a content has it. */
export const chatContent: ContentCodec<ChatContent> = chatContentItem;
