import type { ContentCodec } from "../notifications/ports.ts";
import type { EmailContent } from "./domain/email-content.ts";
import { emailContentItem } from "./dynamo/email-content-item.ts";

/** The codec has a file of its own, because every function that reads a content needs it. */
export const emailContent: ContentCodec<EmailContent> = emailContentItem;
