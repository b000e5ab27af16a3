import { answerIn, errorIn, rateLeftIn } from "./answer.ts";
import type { Check } from "./check.ts";
import { HeraldError } from "./herald-error.ts";
import { Pace, type PaceLimits } from "./pace.ts";
import type { Pause } from "./pause.ts";
import { delayMs, isRepeatable, isTransient, MAX_RETRY_AFTER_SECONDS } from "./retry.ts";

export interface CallOptions {
  /** Ends the call, its waiting included, with the signal's reason. */
  readonly signal?: AbortSignal | undefined;
  /** For one try; the client's own when left out. */
  readonly timeoutMs?: number | undefined;
  /** Further tries; the client's own when left out. */
  readonly maxRetries?: number | undefined;
}

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Call extends CallOptions {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** Below the base address, ids already encoded. */
  readonly path: string;
  readonly credential: "api-key" | "access-token" | "none";
  readonly query?: Query | undefined;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly idempotencyKey?: string | undefined;
  /** Statuses beside 2xx that are an answer, not an error. */
  readonly alsoAnswers?: readonly number[];
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly accessToken: string | (() => string | Promise<string>) | undefined;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly pace: PaceLimits | false;
  readonly pause: Pause;
  readonly now: () => number;
}

/** The routes that the service's limiter counts; its health is not among them. */
const LIMITED = "/api/v1/";

interface Received {
  readonly response: Response;
  readonly text: string;
}

/** One HTTP call with its tries. Errors: `HeraldError`, the caller's own abort reason, or what the caller's token function throws. */
export class Transport {
  readonly #options: TransportOptions;
  /** The service counts each token for itself. */
  readonly #paces: Readonly<Record<Call["credential"], Pace>> | undefined;

  constructor(options: TransportOptions) {
    this.#options = options;
    const { pace: limits } = options;
    if (limits === false) return;
    const pace = () => new Pace(limits, options);
    this.#paces = { "api-key": pace(), "access-token": pace(), none: pace() };
  }

  get pause(): Pause {
    return this.#options.pause;
  }

  /** The service's answer, once it has the form that the API describes. */
  async json<T>(call: Call, isDescribed: Check<T>): Promise<T> {
    const { response, text } = await this.#answered(call);
    return answerIn(response, text, isDescribed);
  }

  async nothing(call: Call): Promise<void> {
    await this.#answered(call);
  }

  async #answered(call: Call): Promise<Received> {
    const tries = 1 + (isRepeatable(call.method, call.idempotencyKey) ? this.#retries(call) : 0);
    for (let tried = 1; ; tried += 1) {
      const result = await this.#try(call);
      if (!(result instanceof HeraldError)) return result;
      const { status, retryAfterSeconds } = result;
      // An answer that names a day is some proxy's: it holds nobody back for longer than a retry would wait.
      if (status === 429) this.#paceOf(call)?.hold(Math.min(retryAfterSeconds ?? 0, MAX_RETRY_AFTER_SECONDS));
      if (tried >= tries || !isTransient(status, retryAfterSeconds)) throw result;
      await this.#options.pause(delayMs(tried, retryAfterSeconds, Math.random()), call.signal);
    }
  }

  #retries({ maxRetries }: Call): number {
    return maxRetries ?? this.#options.maxRetries;
  }

  #paceOf({ path, credential }: Call): Pace | undefined {
    return path.startsWith(LIMITED) ? this.#paces?.[credential] : undefined;
  }

  async #try(call: Call): Promise<Received | HeraldError> {
    call.signal?.throwIfAborted();
    const pace = this.#paceOf(call);
    try {
      await pace?.take(call.signal);
      return await this.#trySend(call, pace);
    } finally {
      pace?.left();
    }
  }

  async #trySend(call: Call, pace: Pace | undefined): Promise<Received | HeraldError> {
    const headers = await this.#headers(call);
    try {
      const received = await this.#send(call, headers);
      const { status, ok, headers: answered } = received.response;
      const rate = rateLeftIn(answered);
      if (rate) pace?.heard(rate);
      return ok || call.alsoAnswers?.includes(status) === true ? received : errorIn(received.response, received.text);
    } catch (error) {
      call.signal?.throwIfAborted();
      return noAnswer(error);
    }
  }

  async #send(call: Call, headers: Record<string, string>): Promise<Received> {
    const timeout = AbortSignal.timeout(call.timeoutMs ?? this.#options.timeoutMs);
    const body = call.form ?? (call.json === undefined ? undefined : JSON.stringify(call.json));
    const response = await this.#options.fetch(this.#url(call), {
      method: call.method,
      headers,
      redirect: "error",
      credentials: "omit",
      signal: call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]),
      ...(body === undefined ? {} : { body }),
    });
    return { response, text: await response.text() };
  }

  #url({ path, query = {} }: Call): string {
    const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const search = new URLSearchParams(given).toString();
    return `${this.#options.baseUrl}${path}${search === "" ? "" : `?${search}`}`;
  }

  async #headers({ credential, json, idempotencyKey }: Call): Promise<Record<string, string>> {
    const token = await this.#token(credential);
    return {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
    };
  }

  async #token(credential: Call["credential"]): Promise<string | undefined> {
    if (credential === "none") return undefined;
    const { apiKey, accessToken } = this.#options;
    const given = credential === "api-key" ? apiKey : accessToken;
    if (given === undefined)
      throw new TypeError(`this call needs ${credential === "api-key" ? "an apiKey" : "an accessToken"}`);
    return typeof given === "function" ? given() : given;
  }
}

function noAnswer(cause: unknown): HeraldError {
  const isTimeout = cause instanceof Error && cause.name === "TimeoutError";
  return new HeraldError(isTimeout ? "no answer in time" : "the service cannot be reached", { cause });
}
