import * as z from "zod";
import { route } from "../../edge/contract/route.ts";

export const receiveChatEvent = route({
  operationId: "receiveChatEvent",
  group: "chat-events",
  summary: "Receive the provider's events",
  method: "POST",
  path: "/webhooks/cloud/topic/chat",
  auth: [],
  form: { "text/plain": { schema: { type: "string" } } },
  success: { status: 200 },
  refusals: ["invalid_request", "event_refused", "provider_unavailable"],
  uses: ["inbound-message-queue:send", "chat-event-queue:send"],
  impact: "customers' messages and the statuses of sent ones come late: the topic service repeats them for an hour",
});

/** The event queue has the provider's envelope as it came. */
export const chatEventMessage = z.strictObject({
  envelope: z.string(),
  arrivedAtMs: z.number(),
  repeated: z.number().int(),
});
