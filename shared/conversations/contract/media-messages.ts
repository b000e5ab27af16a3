import * as z from "zod";

/** On the media queue: keys only. The attempt makes a copy of the message harmless. */
export const retrievalMessage = z.strictObject({
  owner: z.string().min(1),
  conversationId: z.guid(),
  messageId: z.guid(),
  attempt: z.int().positive(),
});
export type RetrievalMessage = z.output<typeof retrievalMessage>;
