import { ApiError, isRefusal, TOO_MANY_REQUESTS } from "./api-error.ts";
import { Echo } from "./echo.ts";

/** What a person asked for, however often it has to be sent until an answer comes. */
export interface Attempt {
  /** Its idempotency key. */
  readonly key: string;
  /** When it was asked for first, in epoch milliseconds: what is counted from it is the same every time. */
  readonly beganAt: number;
}

export interface AttemptsOptions {
  readonly newKey: () => string;
  readonly now: () => number;
}

/** The service has the request under its key, and nobody knows yet what becomes of it. */
export const isInFlight = (error: unknown): boolean => error instanceof ApiError && error.code === "request_in_flight";

const isKeySpent = (error: unknown): boolean => error instanceof ApiError && error.code === "idempotency_key_reused";

/** Before the service has looked at the key: it tells nothing of an earlier try, and this one has done nothing. */
const UNREAD: readonly number[] = [401, 403, TOO_MANY_REQUESTS];
const isUnread = (error: unknown): boolean => error instanceof ApiError && UNREAD.includes(error.status);

/** The tries of one form or button: one at a time, and one key for the same content until it is known what became of it. */
export class Attempts {
  readonly #options: AttemptsOptions;
  #isUnderWay = false;
  #content: string | undefined;
  #seen = "";
  #attempt: Attempt | undefined;
  /** Perhaps it was carried out although an error came back. */
  #isUnclear = false;
  readonly #echo: Echo;

  constructor(options: AttemptsOptions) {
    this.#options = options;
    this.#echo = new Echo(options.now);
  }

  /**
   * Undefined where nothing is to be done: it is being done, or has just been. `seen` is the state of what it is done to: once that is
   * another one, the answer about the one before is no answer to it.
   */
  begin(content: string, seen = ""): Attempt | undefined {
    if (this.#isUnderWay || this.#echo.isHeard(content)) return undefined;
    const isSame = content === this.#content && seen === this.#seen;
    if (this.#attempt === undefined || !isSame || !this.#isUnclear) this.#renew();
    this.#content = content;
    this.#seen = seen;
    this.#isUnderWay = true;
    return this.#attempt;
  }

  succeeded(): void {
    this.#attempt = undefined;
    this.#isUnclear = false;
    this.#echo.done(this.#content ?? "");
  }

  /** What was done has been taken back: the same may be asked for at once. */
  takenBack(): void {
    this.#echo.forget();
  }

  failed(error: unknown): void {
    if (isKeySpent(error)) this.#attempt = undefined;
    else if (!isUnread(error)) this.#isUnclear = isInFlight(error) || !isRefusal(error);
  }

  /** With all that follows from it. */
  ended(): void {
    this.#isUnderWay = false;
  }

  #renew(): void {
    const { newKey, now } = this.#options;
    this.#attempt = { key: newKey(), beganAt: now() };
    this.#isUnclear = false;
  }
}
