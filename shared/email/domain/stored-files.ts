import type { EmailContent } from "./email-content.ts";

/** Lists the keys of the objects that a content names, each once. */
export function storedFilesOf({ attachments = [] }: Pick<EmailContent, "attachments">): readonly string[] {
  return [...new Set(attachments.flatMap(({ source }) => ("key" in source ? [source.key] : [])))];
}
