import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import { permitQueue } from "../kernel/permit-queue.ts";
import type { ConnectionAllowance } from "./domain/connection-allowance.ts";
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

type Allowance = Pick<ConnectionAllowance, "count" | "expected" | "acquired">;

export interface AccountLimiterOptions {
  /**
   * The mailer keeps its connections by the same, so that the holder of a permit need not wait inside an attempt: but for an attempt whose
   * connection the server has just refused, and for the first mails of an account that is allowed one only, which the mailer learns from them.
   */
  readonly allowances: { of(accountId: string): Allowance };
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
      const account = accounts.get(accountId) ?? accountOf(options, () => options.allowances.of(accountId));
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

function accountOf({ maxWaitMs, clock, identifiers }: AccountLimiterOptions, allowance: () => Allowance): Account {
  const permits = (): number => allowance().count;
  const estimate = new WaitEstimate(allowance);
  const forAdmission = permitQueue();
  const sending = sendingPermits(permits, maxWaitMs);
  let admissions = 0;

  const canAdmit = (): boolean => {
    if (admissions < permits()) return true;
    const ahead = admissions - permits() + 1;
    return admissions < permits() * ADMISSIONS_PER_PERMIT && estimate.waitMs(ahead, clock.now()) <= NEAR_MS;
  };
  const admitWaiting = (): void => {
    while (canAdmit() && forAdmission.grantNext()) admissions += 1;
  };
  const isTooLong = (): boolean =>
    estimate.waitMs(admissions - permits() + forAdmission.length() + 1, clock.now()) > maxWaitMs;
  const full = (): Full => ({ kind: "full", retryInSeconds: retryIn(estimate, clock, identifiers) });
  const admission = (wasQueued: boolean): Admission => {
    let ended: ((at: number) => void) | undefined;
    return {
      kind: "admission",
      acquire: async () => {
        const hasWaited = sending.isAwaited() || wasQueued;
        if (!(await sending.acquire())) return full();
        allowance().acquired({ hasWaited });
        ended = estimate.sendStarted(clock.now());
        return { kind: "permit" };
      },
      release: () => {
        ended?.(clock.now());
        if (ended !== undefined) sending.release();
        admissions -= 1;
        admitWaiting();
      },
    };
  };

  return {
    async admit() {
      admitWaiting();
      const isQueued = !canAdmit();
      if (isQueued && isTooLong()) return full();
      const granted = forAdmission.wait(maxWaitMs);
      admitWaiting();
      return (await granted) ? admission(isQueued) : full();
    },
    isForgettable: (now) => admissions === 0 && estimate.isForgettable(now),
  };
}

const retryIn = (estimate: WaitEstimate, clock: Clock, identifiers: AccountLimiterOptions["identifiers"]): number =>
  estimate.reserveSeconds(clock.now(), identifiers.random());

/**
 * A released permit goes to the next message that waits, and counts as taken all the while. Their number may change at any time: what it
 * brings goes to those that wait, when a permit is released or asked for.
 */
function sendingPermits(permits: () => number, maxWaitMs: number) {
  const waiting = permitQueue();
  let taken = 0;
  const isExhausted = (): boolean => taken >= permits();
  const grant = (): void => {
    while (!isExhausted() && waiting.grantNext()) taken += 1;
  };
  return {
    /** The next one to ask for a permit has to wait. */
    isAwaited: (): boolean => taken + waiting.length() >= permits(),
    acquire: (): Promise<boolean> => {
      const granted = waiting.wait(maxWaitMs);
      grant();
      return granted;
    },
    release: (): void => {
      taken -= 1;
      grant();
    },
  };
}
