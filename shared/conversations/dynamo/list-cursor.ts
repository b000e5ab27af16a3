import * as z from "zod";
import { type ListWalk, MARK_LENGTH } from "../domain/conversation-list.ts";

const marksPattern = new RegExp(`[0-9a-f]{${MARK_LENGTH}}`, "g");
const pack = (marks: readonly string[]): string => Buffer.from(marks.join(""), "hex").toString("base64url");
const unpack = (packed: string): readonly string[] =>
  Buffer.from(packed, "base64url").toString("hex").match(marksPattern) ?? [];

const cursorText = z.object({
  beganMs: z.number(),
  way: z.enum(["down", "up"]),
  place: z.object({ id: z.string(), updatedAtMs: z.number() }).optional(),
  shown: z.string().transform(unpack),
});

export const writeCursor = (walk: ListWalk): string => JSON.stringify({ ...walk, shown: pack(walk.shown) });
/** Throws for a text that `writeCursor` did not write. Callers cannot send one, because cursors are signed (D31). */
export const readCursor = (text: string): ListWalk => cursorText.parse(JSON.parse(text));
