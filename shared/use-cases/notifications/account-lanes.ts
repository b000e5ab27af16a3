import type { Clock } from "../../ports/clock.ts";
import type { Identifiers } from "../../ports/identifiers.ts";
import { AccountPace } from "./account-pace.ts";

export type LaneAnswer =
  /** Call `leave` once, when the attempt is over. */
  | { readonly kind: "lane"; readonly leave: () => void }
  /** No lane comes free in time: the message should come back in so many seconds (1 to 60). */
  | { readonly kind: "busy"; readonly comeBackInSeconds: number };

export interface AccountLanes {
  enter(accountId: string): Promise<LaneAnswer>;
}

export interface LaneOptions {
  /** As many as the mailer keeps connections: whoever has a lane never waits inside an attempt. */
  readonly perAccount: number;
  /** How long a message may hold a worker's place while it waits for its account. */
  readonly maxWaitMs: number;
  readonly clock: Clock;
  readonly identifiers: Pick<Identifiers, "random">;
}

interface Account {
  readonly pace: AccountPace;
  taken: number;
  readonly waiting: Set<() => void>;
}

/** Paces of accounts with nothing to do are dropped once there are so many. */
const MANY_ACCOUNTS = 1000;

/**
 * Keeps one slow account from filling all places of a worker: its messages wait for a lane before anything is claimed, only so long,
 * and only as many as will get one in that time. The others come back one after the other, at the pace of the account, so that a
 * backlog neither circulates nor stands in front of the owner's other accounts. Lanes are handed on in the order of arrival.
 */
export function accountLanes({ perAccount, maxWaitMs, clock, identifiers }: LaneOptions): AccountLanes {
  const accounts = new Map<string, Account>();

  const accountOf = (accountId: string): Account => {
    if (accounts.size > MANY_ACCOUNTS) forgetIdle(accounts, clock.now());
    const account = accounts.get(accountId) ?? { pace: new AccountPace(perAccount), taken: 0, waiting: new Set() };
    accounts.set(accountId, account);
    return account;
  };
  const laneOf = (account: Account): LaneAnswer => {
    const ended = account.pace.began(clock.now());
    const leave = () => {
      ended(clock.now());
      const [next] = account.waiting;
      if (next) next();
      else account.taken--;
    };
    return { kind: "lane", leave };
  };
  const busy = ({ pace }: Account): LaneAnswer => ({
    kind: "busy",
    comeBackInSeconds: pace.book(clock.now(), identifiers.random()),
  });
  const waitFor = (account: Account): Promise<LaneAnswer> =>
    new Promise((resolve) => {
      const answer = (found: () => LaneAnswer) => {
        clearTimeout(timer);
        account.waiting.delete(take);
        resolve(found());
      };
      const take = () => answer(() => laneOf(account));
      const timer = setTimeout(() => answer(() => busy(account)), maxWaitMs);
      account.waiting.add(take);
    });

  return {
    async enter(accountId) {
      const account = accountOf(accountId);
      if (account.taken < perAccount) {
        account.taken++;
        return laneOf(account);
      }
      const isHopeless = account.pace.waitMs(account.waiting.size + 1, clock.now()) > maxWaitMs;
      return isHopeless ? busy(account) : waitFor(account);
    },
  };
}

function forgetIdle(accounts: Map<string, Account>, now: number): void {
  for (const [id, { taken, pace }] of accounts) if (taken === 0 && pace.isForgettable(now)) accounts.delete(id);
}
