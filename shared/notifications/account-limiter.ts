import type { Clock } from "../kernel/clock.ts";
import { permitQueue } from "../kernel/permit-queue.ts";

/** How many permits an account may have in this process at the moment; its channel decides. */
export interface Allowance {
  readonly count: number;
  /** A message of the account may send: whether it had to wait for that. */
  acquired(facts: { readonly hasWaited: boolean }): void;
}

/** The right to claim a notification of the account and to read what its attempt needs. */
export interface Admission {
  /** Settles when a permit of the account is free, in order of arrival; false when that takes too long. Call it at most once. */
  acquire(): Promise<boolean>;
  /** Call once, when the attempt is over, with or without a permit. */
  release(): void;
}

export interface AccountLimiter {
  /** Undefined while the account has enough at work. `hasWaited`: the notification was postponed before. */
  admit(accountId: string, hasWaited?: boolean): Admission | undefined;
  /** Settles in order of arrival; undefined when that takes too long, and at once where the account has none to give soon or as many wait already. */
  admitSoon(accountId: string): Promise<Admission | undefined>;
  /** Whether the next one would be admitted. */
  hasRoom(accountId: string): boolean;
}

export interface AccountLimiterOptions {
  /**
   * A channel keeps its connections by the same, so that the holder of a permit need not wait inside an attempt: but for an attempt whose
   * connection was just refused, and for the first messages of an account that is allowed one only, which the channel learns from them.
   */
  readonly allowances: { of(accountId: string): Allowance };
  /** How long an admitted message may occupy a worker while it waits for a permit. */
  readonly maxWaitMs: number;
  readonly clock: Clock;
}

/** Beside the ones that send, as many have claimed and read already, so that no connection waits for a store. */
const ADMISSIONS_PER_PERMIT = 2;

/** A mail that leaves at once beside a few others costs nothing that the store would have to keep. */
const SOON_MS = 300;
/** Of an account. */
const MOST_SOON = 10;

/** Keeps one slow account from filling a worker: at most so many of its messages are at work as it has connections, and those that are next. */
export function accountLimiter(options: AccountLimiterOptions): AccountLimiter {
  const accounts = new Map<string, Account>();
  const of = (accountId: string): Account => accounts.get(accountId) ?? new Account(options, accountId);
  const kept = (accountId: string, account: Account, { acquire, release }: Admission): Admission => {
    accounts.set(accountId, account);
    return {
      acquire,
      release() {
        release();
        if (account.isIdle()) accounts.delete(accountId);
      },
    };
  };
  return {
    hasRoom: (accountId) => of(accountId).hasRoom(),
    admit(accountId, hasWaited = false) {
      const account = of(accountId);
      return account.hasRoom() ? kept(accountId, account, account.admit(hasWaited)) : undefined;
    },
    async admitSoon(accountId) {
      const account = of(accountId);
      return (await account.isAdmittedSoon()) ? kept(accountId, account, account.admission(true)) : undefined;
    },
  };
}

class Account {
  readonly #options: AccountLimiterOptions;
  readonly #accountId: string;
  readonly #permits: SendingPermits;
  readonly #soon = permitQueue();
  /** When each of the running sends began, the oldest first. */
  readonly #running = new Set<{ readonly startedAt: number }>();
  #latestMs = 0;
  #admissions = 0;

  constructor(options: AccountLimiterOptions, accountId: string) {
    this.#options = options;
    this.#accountId = accountId;
    this.#permits = sendingPermits(() => this.#allowance().count, options.maxWaitMs);
  }

  hasRoom(): boolean {
    // A claim ahead of its permit gains nothing where the permit is far: its lease runs.
    const perPermit = this.#doesSendWithin(this.#options.maxWaitMs) ? ADMISSIONS_PER_PERMIT : 1;
    return this.#admissions < this.#allowance().count * perPermit;
  }

  isIdle(): boolean {
    return this.#admissions === 0;
  }

  admit(hasWaited: boolean): Admission {
    this.#admissions += 1;
    return this.admission(hasWaited);
  }

  /** Whether an admission is counted for the caller, at the latest after `SOON_MS`. */
  async isAdmittedSoon(): Promise<boolean> {
    if (!this.#doesSendWithin(SOON_MS) || this.#soon.length() >= MOST_SOON) return false;
    const granted = this.#soon.wait(SOON_MS);
    this.#admitNext();
    return granted;
  }

  /** One that is counted already. */
  admission(hasWaited: boolean): Admission {
    let send: { readonly startedAt: number } | undefined;
    return {
      acquire: async () => {
        const isAwaited = this.#permits.isAwaited();
        if (!(await this.#permits.acquire())) return false;
        this.#allowance().acquired({ hasWaited: isAwaited || hasWaited });
        send = { startedAt: this.#options.clock.now() };
        this.#running.add(send);
        return true;
      },
      release: () => {
        this.#admissions -= 1;
        if (send !== undefined) {
          this.#running.delete(send);
          this.#latestMs = this.#options.clock.now() - send.startedAt;
          this.#permits.release();
        }
        this.#admitNext();
      },
    };
  }

  #admitNext(): void {
    while (this.hasRoom() && this.#soon.grantNext()) this.#admissions += 1;
  }

  #allowance() {
    return this.#options.allowances.of(this.#accountId);
  }

  #doesSendWithin(ms: number): boolean {
    const [oldest] = this.#running;
    return this.#latestMs < ms && (oldest === undefined || this.#options.clock.now() - oldest.startedAt < ms);
  }
}

type SendingPermits = ReturnType<typeof sendingPermits>;

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
