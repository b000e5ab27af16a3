import { route } from "../../edge/contract/route.ts";

export const receiveEmailEvent = route({
  operationId: "receiveEmailEvent",
  group: "email-events",
  summary: "Receive events of Amazon SES",
  method: "POST",
  path: "/webhooks/cloud/topic/email",
  auth: [],
  form: { "text/plain": { schema: { type: "string" } } },
  success: { status: 200 },
  refusals: ["invalid_request", "event_refused", "provider_unavailable"],
  uses: [
    "config:read",
    "config:write",
    "notifications:read",
    "notifications:write",
    "content:read",
    "returned-mail-queue:send",
  ],
  impact: "bounces and complaints of accounts at Amazon SES come late: the topic service repeats them for an hour",
});
