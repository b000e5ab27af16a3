import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";

/** A worker should look at what this webhook is due. The message says nothing else, so repeating it changes nothing. */
export const webhookMessage = z.object({ owner: ownerSub, webhookId: z.guid() });
export type WebhookMessage = z.output<typeof webhookMessage>;
