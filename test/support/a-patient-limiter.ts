import type { AccountLimiter } from "../../shared/notifications/deliver/account-limiter.ts";

/** A limiter whose permits take as long as `wait`. */
export const aPatientLimiter = (wait: () => Promise<void>): AccountLimiter => {
  const admission = {
    acquire: async () => {
      await wait();
      return true;
    },
    release: () => undefined,
  };
  return { admit: () => admission, admitSoon: async () => undefined, hasRoom: () => true };
};
