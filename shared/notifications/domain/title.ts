import type { ChatContent } from "../../chat/domain/chat-content.ts";
import type { NotificationContent } from "./notification.ts";

/** In UTF-16 units: the state that keeps it has to stay below a write unit. */
export const MAX_TITLE_CHARACTERS = 80;
const CUT = "\u2026";

/** One line that a person knows a notification by: the subject, the first words, the template's name. Undefined when there is none. */
export function titleOf(content: NotificationContent): string | undefined {
  const text = content.channel === "email" ? content.subject : openingOf(content.message);
  return oneLine(text ?? "") || undefined;
}

function openingOf(message: ChatContent["message"]): string | undefined {
  switch (message.type) {
    case "template":
      return message.name;
    case "text":
      return message.body;
    case "location":
      return message.name ?? message.address;
    case "reaction":
      return message.emoji;
    case "image":
    case "video":
    case "audio":
    case "document":
      return message.caption ?? message.filename;
  }
}

/** Of a long text no more than may be shown is looked at. */
function oneLine(text: string): string {
  const line = text
    .slice(0, 10 * MAX_TITLE_CHARACTERS)
    .replace(/[\s\p{Cc}]+/gu, " ")
    .trim();
  if (line.length <= MAX_TITLE_CHARACTERS) return line.toWellFormed();
  const cut = line.slice(0, MAX_TITLE_CHARACTERS - CUT.length);
  // The first half of a pair alone is no character.
  return `${cut.replace(/[\uD800-\uDBFF]$/, "").trimEnd()}${CUT}`.toWellFormed();
}
