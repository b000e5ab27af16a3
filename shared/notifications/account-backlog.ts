import type { Clock } from "../kernel/clock.ts";
import type { Log } from "../kernel/log.ts";
import type { NotificationStore, WaitingNotification } from "./ports.ts";

export interface AccountBacklogDeps {
  readonly notifications: Pick<NotificationStore, "listWaiting">;
  readonly log: Log;
  readonly clock: Clock;
}

/** One read of the store brings so many. */
const READ_AT_ONCE = 25;
/** Of an account; those beyond are read when these are through. */
const MOST_KNOWN = 100;
/** Beyond, the account that was added to longest ago is forgotten: the queue or the sweep brings its notifications back. */
const MANY_ACCOUNTS = 1000;
/** A message that hands over may go to another process, or be lost. */
const ON_ITS_WAY_MS = 2000;

interface Waiting {
  readonly known: WaitingNotification[];
  readonly inHand: Set<string>;
  isAllKnown: boolean;
  handedOverAtMs: number;
  reading?: Promise<void> | undefined;
}

/** The notifications that wait for their account, as far as this process knows of them; the store knows them all. */
export class AccountBacklog {
  readonly #deps: AccountBacklogDeps;
  readonly #accounts = new Map<string, Waiting>();

  constructor(deps: AccountBacklogDeps) {
    this.#deps = deps;
  }

  /** Whether something of the account may wait. */
  has(accountId: string): boolean {
    return this.#accounts.has(accountId);
  }

  /** This one has been postponed. */
  add(one: WaitingNotification): void {
    const waiting = this.#of(one.accountId);
    if (isKnown(waiting, one.id)) return;
    if (waiting.isAllKnown && waiting.known.length < MOST_KNOWN) waiting.known.push(one);
    else waiting.isAllKnown = false;
  }

  /** A message has come that hands the account over: others than those that were added may wait. */
  takeOver(accountId: string): void {
    const waiting = this.#of(accountId);
    waiting.isAllKnown = false;
    waiting.handedOverAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Whether a message is to hand the account over to another worker: one at a time, since its worker takes on as much as there is room for. */
  mayHandOver(accountId: string): boolean {
    const waiting = this.#of(accountId);
    const nowMs = this.#deps.clock.now();
    if (nowMs - waiting.handedOverAtMs < ON_ITS_WAY_MS) return false;
    waiting.handedOverAtMs = nowMs;
    return true;
  }

  /** The next that waits, which nobody else of this process gets until it is `done`; undefined when none is known. */
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

  /** Its attempt is over. */
  done({ accountId, id }: WaitingNotification): void {
    this.#accounts.get(accountId)?.inHand.delete(id);
  }

  /** It was not taken on, and is the next one again. */
  giveBack(one: WaitingNotification): void {
    const waiting = this.#of(one.accountId);
    waiting.inHand.delete(one.id);
    waiting.known.unshift(one);
  }

  #of(accountId: string): Waiting {
    const none = { known: [], inHand: new Set<string>(), isAllKnown: true, handedOverAtMs: Number.NEGATIVE_INFINITY };
    const waiting = this.#accounts.get(accountId) ?? none;
    // Again as the latest one.
    this.#accounts.delete(accountId);
    this.#accounts.set(accountId, waiting);
    const [oldest] = this.#accounts.keys();
    if (this.#accounts.size > MANY_ACCOUNTS && oldest !== undefined) this.#accounts.delete(oldest);
    return waiting;
  }

  /** What is added meanwhile stays behind what is read: that has waited longer. */
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
