import type { ContentCodec } from "../notifications/ports.ts";
import type { ChatContent } from "./domain/chat-content.ts";
import { chatContentItem } from "./dynamo/chat-content-item.ts";

/** The codec has a file of its own, because every function that reads a content needs it. */
export const chatContent: ContentCodec<ChatContent> = chatContentItem;
