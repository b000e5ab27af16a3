import { oneLine } from "../../notifications/domain/title.ts";
import type { ChatContent } from "./chat-content.ts";

/** The title is the beginning of the message, or its template's name. */
export const chatTitle = ({ message }: Pick<ChatContent, "message">): string | undefined => oneLine(openingOf(message));

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
