import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import { permitQueue } from "./permit-queue.ts";
import { WaitEstimate } from "./wait-estimate.ts";

/** No permit comes free in time. The message should be tried again in so many seconds (1 to 60). */
export interface Full {
  readonly kind: "full";
  readonly retryInSeconds: number;
}

/** The right to claim a notification of the account and to read what its attempt needs. */
export interface Admission {
  readonly kind: "admission";
  /** Settles when a permit of the account is free, in order of arrival. Its holder may send. Call it at most once. */
  acquire(): Promise<{ readonly kind: "permit" } | Full>;
  /** Call once, when the attempt is over, with or without a permit. */
  release(): void;
}

export interface AccountLimiter {
  admit(accountId: string): Promise<Admission | Full>;
}

export interface AccountLimiterOptions {
  /** As many as the mailer keeps connections: the holder of a permit never waits inside an attempt. */
  readonly perAccount: number;
  /** How long a message may occupy a worker while it waits for its account: for admission, and once more for a permit. */
  readonly maxWaitMs: number;
  readonly clock: Clock;
  readonly identifiers: Pick<Identifiers, "random">;
}

/** Estimates of idle accounts are dropped once there are so many. */
const MANY_ACCOUNTS = 1000;
/** Beside the ones that send, as many have claimed and read already, so that no connection waits for a store. */
const ADMISSIONS_PER_PERMIT = 2;
/** But only where their permit is near. Reading ahead gains nothing where a send takes long, and a claim's lease runs. */
const NEAR_MS = 500;

/**
 * Keeps one slow account from filling a worker. Its messages wait for admission before anything is claimed, only so long, and only as
 * many as will be admitted in that time. The others are retried one after the other, as fast as the account sends, so that a backlog
 * neither circulates nor stands in front of the owner's other accounts. Admissions and permits are granted in the order of arrival.
 */
export function accountLimiter(options: AccountLimiterOptions): AccountLimiter {
  const accounts = new Map<string, Account>();
  return {
    admit(accountId) {
      if (accounts.size > MANY_ACCOUNTS) forgetIdle(accounts, options.clock.now());
      const account = accounts.get(accountId) ?? accountOf(options);
      accounts.set(accountId, account);
      return account.admit();
    },
  };
}

function forgetIdle(accounts: Map<string, Account>, now: number): void {
  for (const [id, account] of accounts) if (account.isForgettable(now)) accounts.delete(id);
}

interface Account {
  admit(): Promise<Admission | Full>;
  isForgettable(now: number): boolean;
}

function accountOf({ perAccount, maxWaitMs, clock, identifiers }: AccountLimiterOptions): Account {
  const estimate = new WaitEstimate(perAccount);
  const [forAdmission, forPermit] = [permitQueue(), permitQueue()];
  const taken = { admissions: 0, permits: 0 };

  const canAdmit = (): boolean => {
    if (taken.admissions < perAccount) return true;
    const ahead = taken.admissions - perAccount + 1;
    return taken.admissions < perAccount * ADMISSIONS_PER_PERMIT && estimate.waitMs(ahead, clock.now()) <= NEAR_MS;
  };
  const isTooLong = (): boolean =>
    estimate.waitMs(taken.admissions - perAccount + forAdmission.length() + 1, clock.now()) > maxWaitMs;
  const full = (): Full => ({
    kind: "full",
    retryInSeconds: estimate.reserveSeconds(clock.now(), identifiers.random()),
  });
  /** A released permit goes to the next message that waits, and counts as taken all the while. */
  const acquirePermit = async (): Promise<boolean> => {
    if (taken.permits >= perAccount) return forPermit.wait(maxWaitMs);
    taken.permits += 1;
    return true;
  };
  const admission = (): Admission => {
    let ended: ((at: number) => void) | undefined;
    return {
      kind: "admission",
      acquire: async () => {
        if (!(await acquirePermit())) return full();
        ended = estimate.sendStarted(clock.now());
        return { kind: "permit" };
      },
      release: () => {
        ended?.(clock.now());
        if (ended !== undefined && !forPermit.grantNext()) taken.permits -= 1;
        taken.admissions -= 1;
        while (canAdmit() && forAdmission.grantNext()) taken.admissions += 1;
      },
    };
  };

  return {
    async admit() {
      if (forAdmission.length() === 0 && canAdmit()) taken.admissions += 1;
      else if (isTooLong() || !(await forAdmission.wait(maxWaitMs))) return full();
      return admission();
    },
    isForgettable: (now) => taken.admissions === 0 && estimate.isForgettable(now),
  };
}
