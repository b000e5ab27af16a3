import * as z from "zod";
import type { ChatTemplate } from "../domain/templates/chat-template.ts";
import { fromItem, TEMPLATE_PREFIX } from "./chat-template-item.ts";

const templateKeys = z.object({ pk: z.string().startsWith("O#"), sk: z.string().startsWith(TEMPLATE_PREFIX) });

/** The template in an image of one of the table's items; undefined for an item of another kind. Throws for one that nobody can read. */
export const readChatTemplateImage = (image: Readonly<Record<string, unknown>>): ChatTemplate | undefined =>
  templateKeys.safeParse(image).success ? fromItem(image) : undefined;
