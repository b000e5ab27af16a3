/** Free-form messages need a customer who wrote within the last 24 hours (L-window). */
export const SERVICE_WINDOW_MS = 24 * 60 * 60 * 1000;

export const windowExpiresAtMs = (latestInboundAtMs: number): number => latestInboundAtMs + SERVICE_WINDOW_MS;

/** True while the service window is open. It is computed at every read and never stored (D29). A customer who never wrote has no window. */
export const isWindowOpen = (latestInboundAtMs: number | undefined, nowMs: number): boolean =>
  latestInboundAtMs !== undefined && nowMs < windowExpiresAtMs(latestInboundAtMs);

/** Messages arrive in any order and more than once: the latest by its own timestamp counts. */
export const latestInboundMs = (knownAtMs: number | undefined, messageAtMs: number): number =>
  Math.max(knownAtMs ?? messageAtMs, messageAtMs);
