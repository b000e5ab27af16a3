import type { WebhookReplay } from "../ports.ts";

/** What was asked for before and is not sent yet, and what is asked for now; events between the two come along. */
export const addedReplay = (known: WebhookReplay | undefined, added: WebhookReplay): WebhookReplay => ({
  position: Math.min(known?.position ?? added.position, added.position),
  until: Math.max(known?.until ?? added.until, added.until),
  requestedAtMs: added.requestedAtMs,
});
