import type { AccountLimiterOptions } from "../../shared/notifications/deliver/account-limiter.ts";

/** Gives every account the same number of connections, always. */
export const fixedAllowances = (count: number): AccountLimiterOptions["allowances"] => ({
  of: () => ({ count, expected: count, acquired: () => {} }),
});
