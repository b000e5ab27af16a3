import * as z from "zod";
import { route } from "../../edge/contract/route.ts";

const common = {
  group: "suppressions",
  auth: [],
  path: "/u/{token}",
  // Any text is answered with a page, never with JSON.
  params: z.strictObject({ token: z.string() }),
  success: { status: 200, contentType: "text/html; charset=utf-8" },
  alsoAnswers: { 404: "The link is not valid." },
  refusals: [],
  impact: "recipients cannot unsubscribe",
} as const;

export const getUnsubscribePage = route({
  ...common,
  operationId: "getUnsubscribePage",
  summary: "Ask before unsubscribing",
  method: "GET",
  uses: ["config:read"],
});

export const checkUnsubscribePage = route({
  ...common,
  operationId: "checkUnsubscribePage",
  summary: "Check a link to unsubscribe",
  method: "HEAD",
  success: { status: 200 },
  uses: ["config:read"],
});

export const unsubscribe = route({
  ...common,
  operationId: "unsubscribe",
  summary: "Unsubscribe",
  method: "POST",
  uses: ["config:read", "config:write"],
});
