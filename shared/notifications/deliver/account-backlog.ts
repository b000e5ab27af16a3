import type { Clock } from "../../kernel/clock.ts";
import type { Log } from "../../kernel/log.ts";
import type { NotificationStore, WaitingNotification } from "../ports.ts";

export interface AccountBacklogDeps {
  readonly notifications: Pick<NotificationStore, "listWaiting">;
  readonly log: Log;
  readonly clock: Clock;
}

const READ_AT_ONCE = 25;
/** At most this many waiting notifications of one account are kept in memory; the others are read when these are done. */
const MOST_KNOWN = 100;
/**
 * With more waiting accounts, the process forgets the account that it used longest ago; the queue or the sweep brings that account's
 * notifications back.
 */
const MANY_ACCOUNTS = 1000;
/** After this time, another message may hand the account over, because the first may have reached another process or be lost. */
const ON_ITS_WAY_MS = 2000;

interface Waiting {
  readonly known: WaitingNotification[];
  readonly inHand: Set<string>;
  isAllKnown: boolean;
  handedOverAtMs: number;
  reading?: Promise<void> | undefined;
}

/** Keeps the notifications that wait for their account, as far as this process knows of them. The store knows all of them. */
export class AccountBacklog {
  readonly #deps: AccountBacklogDeps;
  readonly #accounts = new Map<string, Waiting>();

  constructor(deps: AccountBacklogDeps) {
    this.#deps = deps;
  }

  /** True when the account may have notifications that wait. */
  has(accountId: string): boolean {
    return this.#accounts.has(accountId);
  }

  /** Adds a notification that has just been postponed. */
  add(one: WaitingNotification): void {
    const waiting = this.#of(one.accountId);
    if (isKnown(waiting, one.id)) return;
    if (waiting.isAllKnown && waiting.known.length < MOST_KNOWN) waiting.known.push(one);
    else waiting.isAllKnown = false;
  }

  /** Notes that another worker has handed the account over to this one: notifications that this process does not know may wait. */
  takeOver(accountId: string): void {
    const waiting = this.#of(accountId);
    waiting.isAllKnown = false;
    waiting.handedOverAtMs = Number.NEGATIVE_INFINITY;
  }

  /** True when a message may be sent that hands the account over to another worker; there is one such message at a time. */
  mayHandOver(accountId: string): boolean {
    const waiting = this.#of(accountId);
    const nowMs = this.#deps.clock.now();
    if (nowMs - waiting.handedOverAtMs < ON_ITS_WAY_MS) return false;
    waiting.handedOverAtMs = nowMs;
    return true;
  }

  /** Returns the next waiting notification; undefined when none is known. No other worker of this process gets it until `done`. */
  async next(accountId: string): Promise<WaitingNotification | undefined> {
    const waiting = this.#accounts.get(accountId);
    if (waiting === undefined) return undefined;
    if (waiting.known.length === 0 && !waiting.isAllKnown) waiting.reading ??= this.#readMore(accountId, waiting);
    if (waiting.known.length === 0) await waiting.reading;
    const next = waiting.known.shift();
    if (next !== undefined) waiting.inHand.add(next.id);
    else if (waiting.isAllKnown && waiting.inHand.size === 0 && !waiting.reading) this.#accounts.delete(accountId);
    return next;
  }

  /** Ends the hold that `next` began, because the attempt is over. */
  done({ accountId, id }: WaitingNotification): void {
    this.#accounts.get(accountId)?.inHand.delete(id);
  }

  /** Puts a notification back to the front, because its attempt could not begin. */
  giveBack(one: WaitingNotification): void {
    const waiting = this.#of(one.accountId);
    waiting.inHand.delete(one.id);
    waiting.known.unshift(one);
  }

  #of(accountId: string): Waiting {
    const none = { known: [], inHand: new Set<string>(), isAllKnown: true, handedOverAtMs: Number.NEGATIVE_INFINITY };
    const waiting = this.#accounts.get(accountId) ?? none;
    // The account is inserted again, so that the map has it last.
    this.#accounts.delete(accountId);
    this.#accounts.set(accountId, waiting);
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size > MANY_ACCOUNTS && oldest !== undefined) this.#accounts.delete(oldest);
    return waiting;
  }

  /** Reads more from the store. Notifications that are added meanwhile go behind these, which have waited longer. */
  async #readMore(accountId: string, waiting: Waiting): Promise<void> {
    waiting.isAllKnown = true;
    try {
      const found = await this.#deps.notifications.listWaiting(accountId, READ_AT_ONCE);
      waiting.known.unshift(...found.filter(({ id }) => !isKnown(waiting, id)));
      if (found.length >= READ_AT_ONCE) waiting.isAllKnown = false;
    } catch (error) {
      waiting.isAllKnown = false;
      this.#deps.log.error("account_backlog.not_read", error, { accountId });
    }
    waiting.reading = undefined;
  }
}

const isKnown = ({ known, inHand }: Waiting, id: string): boolean =>
  inHand.has(id) || known.some((one) => one.id === id);
