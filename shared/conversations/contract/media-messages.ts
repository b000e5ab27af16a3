import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";

/** On the media queue: keys only. The attempt makes a copy of the message harmless. */
export const retrievalMessage = z.strictObject({
  owner: ownerSub,
  conversationId: z.guid(),
  messageId: z.guid(),
  attempt: z.int().positive(),
});
export type RetrievalMessage = z.output<typeof retrievalMessage>;
