import { ApiError, isRefusal, TOO_MANY_REQUESTS } from "./api-error.ts";
import { Echo } from "./echo.ts";

/** One request of a person, which may be sent several times until an answer comes. */
export interface Attempt {
  /** The idempotency key of the request. */
  readonly key: string;
  /** The time of the first try in epoch milliseconds, so that times derived from it do not change with a repeat. */
  readonly beganAt: number;
}

export interface AttemptsOptions {
  readonly newKey: () => string;
  readonly now: () => number;
}

/** Says that the service is still working on an earlier request with this key. */
export const isInFlight = (error: unknown): boolean => error instanceof ApiError && error.code === "request_in_flight";

const isKeySpent = (error: unknown): boolean => error instanceof ApiError && error.code === "idempotency_key_reused";

/** The service answers with these statuses before it reads the idempotency key: the try did nothing, and nothing is known of an earlier try. */
const UNREAD: readonly number[] = [401, 403, TOO_MANY_REQUESTS];
const isUnread = (error: unknown): boolean => error instanceof ApiError && UNREAD.includes(error.status);

/** Lets a form or a button run one try at a time, and keeps one key for the same content until its outcome is known. */
export class Attempts {
  readonly #options: AttemptsOptions;
  #isUnderWay = false;
  #content: string | undefined;
  #seen = "";
  #attempt: Attempt | undefined;
  /** Says that the request may have succeeded although an error came back. */
  #isUnclear = false;
  readonly #echo: Echo;

  constructor(options: AttemptsOptions) {
    this.#options = options;
    this.#echo = new Echo(options.now);
  }

  /**
   * Begins a try, or returns undefined if a try is running or the same content has just been sent. `seen` is the state of the changed record;
   * with another state, the action is a new request.
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

  /** Called after an undo, so that the same action may be done again at once. */
  takenBack(): void {
    this.#echo.forget();
  }

  failed(error: unknown): void {
    if (isKeySpent(error)) this.#attempt = undefined;
    else if (!isUnread(error)) this.#isUnclear = isInFlight(error) || !isRefusal(error);
  }

  /** Called when the try and everything that follows it are over. */
  ended(): void {
    this.#isUnderWay = false;
  }

  #renew(): void {
    const { newKey, now } = this.#options;
    this.#attempt = { key: newKey(), beganAt: now() };
    this.#isUnclear = false;
  }
}
