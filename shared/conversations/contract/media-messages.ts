import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";

/** A message of the media queue has only keys. By the number of the attempt, a repeated message does no harm. */
export const retrievalMessage = z.strictObject({
  owner: ownerSub,
  conversationId: z.guid(),
  messageId: z.guid(),
  attempt: z.int().positive(),
});
export type RetrievalMessage = z.output<typeof retrievalMessage>;
