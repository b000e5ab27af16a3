/** Events behind `position` and up to `until` are sent again, but those that were sent since it was asked for. */
export interface WebhookReplay {
  readonly position: number;
  readonly until: number;
  readonly requestedAtMs: number;
}

/** Events that were asked for before and are not sent yet, and those that are asked for now; the ones between them come along. */
export const addedReplay = (known: WebhookReplay | undefined, added: WebhookReplay): WebhookReplay => ({
  position: Math.min(known?.position ?? added.position, added.position),
  until: Math.max(known?.until ?? added.until, added.until),
  requestedAtMs: added.requestedAtMs,
});
