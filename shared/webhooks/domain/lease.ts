/** Longer than any holder is at it: the function is ended before. */
export const WEBHOOK_LEASE_MS = 60_000;
