/** It is longer than any holder works: the function is ended before. */
export const WEBHOOK_LEASE_MS = 60_000;
