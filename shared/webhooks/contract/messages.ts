import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";

/** On the queue of webhooks: somebody should look what this one is to get. It says nothing else, so repeating it changes nothing. */
export const webhookMessage = z.object({ owner: ownerSub, webhookId: z.guid() });
export type WebhookMessage = z.output<typeof webhookMessage>;
