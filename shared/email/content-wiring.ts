import type { ContentCodec } from "../notifications/ports.ts";
import type { EmailContent } from "./domain/email-content.ts";
import { emailContentItem } from "./dynamo/email-content-item.ts";

/** Apart from the rest: every function that reads a content has it. */
export const emailContent: ContentCodec<EmailContent> = emailContentItem;
