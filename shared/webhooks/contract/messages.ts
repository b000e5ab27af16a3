import * as z from "zod";
import { ownerSub } from "../../kernel/owner.ts";

/** The message asks a worker to look for events to send to this webhook. It has nothing else, so a repeated message does no harm. */
export const webhookMessage = z.object({ owner: ownerSub, webhookId: z.guid() });
export type WebhookMessage = z.output<typeof webhookMessage>;
