import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";

/** The media queue carries keys only. The attempt's number makes a copy of the message harmless. */
export const retrievalMessage = z.strictObject({
  owner: ownerSub,
  conversationId: z.guid(),
  messageId: z.guid(),
  attempt: z.int().positive(),
});
export type RetrievalMessage = z.output<typeof retrievalMessage>;
