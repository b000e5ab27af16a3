import type { AccountLimiterOptions } from "../../shared/notifications/account-limiter.ts";

/** Every account has so many connections, whatever happens. */
export const fixedAllowances = (count: number): AccountLimiterOptions["allowances"] => ({
  of: () => ({ count, expected: count, acquired: () => {} }),
});
