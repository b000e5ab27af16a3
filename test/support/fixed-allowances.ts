import type { AccountLimiterOptions } from "../../shared/notifications/account-limiter.ts";

/** Every account always has this many connections. */
export const fixedAllowances = (count: number): AccountLimiterOptions["allowances"] => ({
  of: () => ({ count, expected: count, acquired: () => {} }),
});
