import * as z from "zod";
import type { ListWalk } from "../domain/conversation-list.ts";

const cursorText = z.object({
  beganMs: z.number(),
  way: z.enum(["down", "up"]),
  place: z.object({ id: z.string(), updatedAtMs: z.number() }).optional(),
  shown: z.array(z.string()),
});

export const writeCursor = (walk: ListWalk): string => JSON.stringify(walk);
/** Throws for a text that `writeCursor` did not write: cursors are signed (D31). */
export const readCursor = (text: string): ListWalk => cursorText.parse(JSON.parse(text));
