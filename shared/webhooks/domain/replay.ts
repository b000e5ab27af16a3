/** A replay sends the events after `position` and up to `until` again, except those sent since `requestedAtMs`. */
export interface WebhookReplay {
  readonly position: number;
  readonly until: number;
  readonly requestedAtMs: number;
}

/**
 * Joins the remaining range of a running replay with a new replay. Events between the two ranges are sent again, too.
 */
export const addedReplay = (known: WebhookReplay | undefined, added: WebhookReplay): WebhookReplay => ({
  position: Math.min(known?.position ?? added.position, added.position),
  until: Math.max(known?.until ?? added.until, added.until),
  requestedAtMs: added.requestedAtMs,
});
