/** The lease is longer than its holder can run, because the function's timeout is shorter. */
export const WEBHOOK_LEASE_MS = 60_000;
