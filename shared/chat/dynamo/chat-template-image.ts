import * as z from "zod";
import type { ChatTemplate } from "../domain/templates/chat-template.ts";
import { fromItem, TEMPLATE_PREFIX } from "./chat-template-item.ts";

const templateKeys = z.object({ pk: z.string().startsWith("O#"), sk: z.string().startsWith(TEMPLATE_PREFIX) });

/** Reads the template from a stream's image of an item; undefined for an item of another kind. Throws when the item is unreadable. */
export const readChatTemplateImage = (image: Readonly<Record<string, unknown>>): ChatTemplate | undefined =>
  templateKeys.safeParse(image).success ? fromItem(image) : undefined;
