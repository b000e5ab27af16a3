import type { ContentCodec } from "../notifications/ports.ts";
import type { ChatContent } from "./domain/chat-content.ts";
import { chatContentItem } from "./dynamo/chat-content-item.ts";

/** It is apart from the rest because every function that reads a content needs it. */
export const chatContent: ContentCodec<ChatContent> = chatContentItem;
