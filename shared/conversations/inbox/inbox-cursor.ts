import * as z from "zod";

const inboxCursor = z.object({ leg: z.int(), beganMs: z.number(), after: z.string().optional() });
export type InboxCursor = z.output<typeof inboxCursor>;

export const writeInboxCursor = (cursor: InboxCursor): string => JSON.stringify(cursor);
/** Throws for a text that `writeInboxCursor` did not write: cursors are signed (D31). */
export const readInboxCursor = (text: string): InboxCursor => inboxCursor.parse(JSON.parse(text));
