import type { ContentCodec } from "../notifications/ports.ts";
import type { EmailContent } from "./domain/email-content.ts";
import { emailContentItem } from "./dynamo/email-content-item.ts";

/** It is apart from the rest because every function that reads a content needs it. */
export const emailContent: ContentCodec<EmailContent> = emailContentItem;
