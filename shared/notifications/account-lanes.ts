import type { Clock } from "../kernel/clock.ts";
import type { Identifiers } from "../kernel/identifiers.ts";
import { AccountPace } from "./account-pace.ts";
import { waitingLine } from "./waiting-line.ts";

/** No place comes free in time: the message should come back in so many seconds (1 to 60). */
export interface Busy {
  readonly kind: "busy";
  readonly comeBackInSeconds: number;
}

/** The right to claim a notification of the account and to read what its attempt needs. */
export interface Seat {
  readonly kind: "seat";
  /** Settles when a lane of the account is free, in order of arrival: one may send then. Call it at most once. */
  turn(): Promise<{ readonly kind: "lane" } | Busy>;
  /** Call once, when the attempt is over, whether it had its turn or not. */
  leave(): void;
}

export interface AccountLanes {
  enter(accountId: string): Promise<Seat | Busy>;
}

export interface LaneOptions {
  /** As many as the mailer keeps connections: whoever has a lane never waits inside an attempt. */
  readonly perAccount: number;
  /** How long a message may hold a worker's place while it waits for its account: for its seat, and once more for its turn. */
  readonly maxWaitMs: number;
  readonly clock: Clock;
  readonly identifiers: Pick<Identifiers, "random">;
}

/** Paces of accounts with nothing to do are dropped once there are so many. */
const MANY_ACCOUNTS = 1000;
/** Beside the ones that send, as many have claimed and read already, so that no connection waits for a store. */
const SEATS_PER_LANE = 2;
/** But only where their turn is near. Reading ahead gains nothing where a send takes long, and a claim's lease runs. */
const NEAR_MS = 500;

/**
 * Keeps one slow account from filling all places of a worker: its messages wait for a seat before anything is claimed, only so long,
 * and only as many as will get one in that time. The others come back one after the other, at the pace of the account, so that a
 * backlog neither circulates nor stands in front of the owner's other accounts. Seats and lanes are handed on in the order of arrival.
 */
export function accountLanes(options: LaneOptions): AccountLanes {
  const accounts = new Map<string, Account>();
  return {
    enter(accountId) {
      if (accounts.size > MANY_ACCOUNTS) forgetIdle(accounts, options.clock.now());
      const account = accounts.get(accountId) ?? accountOf(options);
      accounts.set(accountId, account);
      return account.enter();
    },
  };
}

function forgetIdle(accounts: Map<string, Account>, now: number): void {
  for (const [id, account] of accounts) if (account.isForgettable(now)) accounts.delete(id);
}

interface Account {
  enter(): Promise<Seat | Busy>;
  isForgettable(now: number): boolean;
}

function accountOf({ perAccount, maxWaitMs, clock, identifiers }: LaneOptions): Account {
  const pace = new AccountPace(perAccount);
  const [forSeats, forLanes] = [waitingLine(), waitingLine()];
  const taken = { seats: 0, lanes: 0 };

  const hasSeat = (): boolean => {
    if (taken.seats < perAccount) return true;
    const ahead = taken.seats - perAccount + 1;
    return taken.seats < perAccount * SEATS_PER_LANE && pace.waitMs(ahead, clock.now()) <= NEAR_MS;
  };
  const isHopeless = (): boolean =>
    pace.waitMs(taken.seats - perAccount + forSeats.length() + 1, clock.now()) > maxWaitMs;
  const busy = (): Busy => ({ kind: "busy", comeBackInSeconds: pace.book(clock.now(), identifiers.random()) });
  /** A lane that comes free goes to whoever waits, and counts as taken all the while. */
  const takeLane = async (): Promise<boolean> => {
    if (taken.lanes >= perAccount) return forLanes.wait(maxWaitMs);
    taken.lanes += 1;
    return true;
  };
  const seat = (): Seat => {
    let ended: ((at: number) => void) | undefined;
    return {
      kind: "seat",
      turn: async () => {
        if (!(await takeLane())) return busy();
        ended = pace.began(clock.now());
        return { kind: "lane" };
      },
      leave: () => {
        ended?.(clock.now());
        if (ended !== undefined && !forLanes.callUp()) taken.lanes -= 1;
        taken.seats -= 1;
        while (hasSeat() && forSeats.callUp()) taken.seats += 1;
      },
    };
  };

  return {
    async enter() {
      if (forSeats.length() === 0 && hasSeat()) taken.seats += 1;
      else if (isHopeless() || !(await forSeats.wait(maxWaitMs))) return busy();
      return seat();
    },
    isForgettable: (now) => taken.seats === 0 && pace.isForgettable(now),
  };
}
