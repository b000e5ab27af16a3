import type { Clock } from "../../kernel/clock.ts";
import { permitQueue } from "../../kernel/permit-queue.ts";

/** The channel decides how many permits an account may have in this process at the moment. */
export interface Allowance {
  readonly count: number;
  /** Called when a message of the account gets its permit; `hasWaited` says whether that message had to wait. */
  acquired(facts: { readonly hasWaited: boolean }): void;
}

/** An admission is the right to claim a notification of the account and to read what its attempt needs. */
export interface Admission {
  /** `acquire` settles in order of arrival: true when a permit of the account is free, false when that takes too long. Call it at most once. */
  acquire(): Promise<boolean>;
  /** Call once, when the attempt is over, with or without a permit. */
  release(): void;
}

export interface AccountLimiter {
  /** Returns undefined while the account has enough messages at work. `hasWaited` says that the notification was postponed before. */
  admit(accountId: string, hasWaited?: boolean): Admission | undefined;
  /** Waits for an admission, in order of arrival; undefined when none comes within `SOON_MS`, or when many wait already. */
  admitSoon(accountId: string): Promise<Admission | undefined>;
  /** `hasRoom` is true when the next message would be admitted. */
  hasRoom(accountId: string): boolean;
}

export interface AccountLimiterOptions {
  /** A channel opens as many connections as these allowances say, so the holder of a permit rarely waits for a connection. */
  readonly allowances: { of(accountId: string): Allowance };
  /** An admitted message occupies a worker for at most this long while it waits for a permit. */
  readonly maxWaitMs: number;
  readonly clock: Clock;
}

/** For each message that is being sent, one more is claimed and read ahead, so that no connection waits for a store. */
const ADMISSIONS_PER_PERMIT = 2;

/** A mail that can leave this soon waits in memory, so that the store need not keep it as postponed. */
const SOON_MS = 300;
/** At most this many messages of one account wait in memory. */
const MOST_SOON = 10;

/** Keeps one slow account from filling a worker: for each connection, the account has at most one message being sent and one read ahead. */
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
  /** The set holds the sends that are running, the oldest first. */
  readonly #running = new Set<{ readonly startedAt: number }>();
  #latestMs = 0;
  #admissions = 0;

  constructor(options: AccountLimiterOptions, accountId: string) {
    this.#options = options;
    this.#accountId = accountId;
    this.#permits = sendingPermits(() => this.#allowance().count, options.maxWaitMs);
  }

  hasRoom(): boolean {
    // While permits are rare, nothing is claimed ahead, because the lease of the claim would run out before the permit comes.
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

  /** `isAdmittedSoon` is true when an admission was counted for the caller; it returns after `SOON_MS` at the latest. */
  async isAdmittedSoon(): Promise<boolean> {
    if (!this.#doesSendWithin(SOON_MS) || this.#soon.length() >= MOST_SOON) return false;
    const granted = this.#soon.wait(SOON_MS);
    this.#admitNext();
    return granted;
  }

  /** Makes the admission; the caller has counted it already. */
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

/** A released permit goes to the next message that waits. The number of permits may change, so each release and request reads it again. */
function sendingPermits(permits: () => number, maxWaitMs: number) {
  const waiting = permitQueue();
  let taken = 0;
  const isExhausted = (): boolean => taken >= permits();
  const grant = (): void => {
    while (!isExhausted() && waiting.grantNext()) taken += 1;
  };
  return {
    /** `isAwaited` is true when the next caller of `acquire` has to wait. */
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
