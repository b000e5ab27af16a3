import type { NotificationContent } from "../../notifications/domain/notification.ts";

/** The keys of the objects that a content names, each once. */
export function storedFilesOf(content: NotificationContent): readonly string[] {
  const { attachments = [] } = content.channel === "email" ? content : {};
  return [...new Set(attachments.flatMap(({ source }) => ("key" in source ? [source.key] : [])))];
}
