/** Gives the lane back; must be called once. */
export type LeaveLane = () => void;

export interface AccountLanes {
  /** A lane of this account, or undefined when none came free in time. */
  enter(accountId: string): Promise<LeaveLane | undefined>;
}

export interface LaneLimits {
  /** As many as the mailer keeps connections: whoever has a lane never waits inside an attempt. */
  readonly perAccount: number;
  /** How long a message may hold a worker's place while it waits for its account. */
  readonly maxWaitMs: number;
}

interface Account {
  taken: number;
  readonly waiting: Set<() => void>;
}

/**
 * Keeps one slow account from filling all places of a worker: its messages wait for a lane before anything is claimed, and only so
 * long. Lanes are handed on in the order of arrival.
 */
export function accountLanes({ perAccount, maxWaitMs }: LaneLimits): AccountLanes {
  const accounts = new Map<string, Account>();
  const leave = (accountId: string, account: Account): LeaveLane => {
    return () => {
      const [next] = account.waiting;
      if (next) {
        account.waiting.delete(next);
        next();
        return;
      }
      account.taken--;
      if (account.taken === 0) accounts.delete(accountId);
    };
  };
  return {
    enter(accountId) {
      const account = accounts.get(accountId) ?? { taken: 0, waiting: new Set() };
      accounts.set(accountId, account);
      if (account.taken < perAccount) {
        account.taken++;
        return Promise.resolve(leave(accountId, account));
      }
      return new Promise((resolve) => {
        const take = () => {
          clearTimeout(timer);
          resolve(leave(accountId, account));
        };
        const timer = setTimeout(() => {
          account.waiting.delete(take);
          resolve(undefined);
        }, maxWaitMs);
        account.waiting.add(take);
      });
    },
  };
}
