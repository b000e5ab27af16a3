/** Events behind `position` and up to `until` are sent again, except those sent since the replay was requested. */
export interface WebhookReplay {
  readonly position: number;
  readonly until: number;
  readonly requestedAtMs: number;
}

/** It joins what is still to be replayed with what is requested now; the events between the two come along. */
export const addedReplay = (known: WebhookReplay | undefined, added: WebhookReplay): WebhookReplay => ({
  position: Math.min(known?.position ?? added.position, added.position),
  until: Math.max(known?.until ?? added.until, added.until),
  requestedAtMs: added.requestedAtMs,
});
