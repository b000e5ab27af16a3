import { answerIn, errorIn, rateLeftIn } from "./answer.ts";
import { addressOf, type Call, type Tagged, type TransportOptions, tokenOf } from "./call.ts";
import type { Check } from "./check.ts";
import { HeraldConnectionError, HeraldError, HeraldTimeoutError } from "./herald-error.ts";
import { Pace } from "./pace.ts";
import type { Pause } from "./pause.ts";
import { delayMs, isRepeatable, isTransient } from "./retry.ts";
import { isTestKey } from "./test-key.ts";

/** The service limits the rate of routes with this prefix only; health checks are not limited. */
const LIMITED = "/api/v1/";

interface Received {
  readonly response: Response;
  readonly text: string;
}

/** Runs a call with its retries. Throws a `HeraldError`, the caller's abort reason, or what the caller's token function throws. */
export class Transport {
  readonly #options: TransportOptions;
  /** The service counts each token separately. */
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

  /** Returns the answer of the service after it was checked against the description of the API. */
  async json<T>(call: Call, isDescribed: Check<T>): Promise<T> {
    const { response, text } = await this.#answered(call);
    return answerIn(response, { request: `${call.method} ${this.#options.baseUrl}${call.path}`, text }, isDescribed);
  }

  /** Returns a record with its ETag, after checking the record against the description of the API. */
  async record<T extends object>(call: Call, isDescribed: Check<T>): Promise<Tagged<T>> {
    const { response, text } = await this.#answered(call);
    const request = `${call.method} ${this.#options.baseUrl}${call.path}`;
    const record = answerIn(response, { request, text }, isDescribed);
    const etag = response.headers.get("etag");
    return etag === null ? record : { ...record, etag };
  }

  /** Returns an answer that is not JSON. */
  async text(call: Call): Promise<string> {
    return (await this.#answered(call)).text;
  }

  async nothing(call: Call): Promise<void> {
    await this.#answered(call);
  }

  async #answered(call: Call): Promise<Received> {
    const { maxRetries = this.#options.maxRetries, maxWaitMs = this.#options.maxWaitMs } = call;
    const tries = 1 + (isRepeatable(call) ? maxRetries : 0);
    for (let tried = 1; ; tried += 1) {
      const result = await this.#try(call, tried);
      if (!(result instanceof HeraldError)) return result;
      const { status, retryAfterSeconds = 0, resetSeconds } = result;
      const waitMs = delayMs(tried, result, Math.random());
      // With rate headers the pace already knows the wait. Without them the answer comes from a proxy, which may name a whole day, so the
      // delay is limited to the longest wait before a retry.
      if (status === 429 && resetSeconds === undefined)
        this.#paceOf(call)?.hold(Math.min(retryAfterSeconds * 1000, this.#options.maxWaitMs));
      if (tried >= tries || waitMs > maxWaitMs || !isTransient(result)) throw result;
      await this.#options.pause(waitMs, call.signal);
    }
  }

  #paceOf({ path, credential }: Call): Pace | undefined {
    return path.startsWith(LIMITED) ? this.#paces?.[credential] : undefined;
  }

  async #try(call: Call, attempt: number): Promise<Received | HeraldError> {
    call.signal?.throwIfAborted();
    const pace = this.#paceOf(call);
    try {
      await pace?.take(call.signal);
      return await this.#trySend(call, attempt, pace);
    } finally {
      pace?.left();
    }
  }

  async #trySend(call: Call, attempt: number, pace: Pace | undefined): Promise<Received | HeraldError> {
    const headers = await this.#headers(call);
    const request = `${call.method} ${this.#options.baseUrl}${call.path}`;
    const received = await this.#send(call, headers).catch((error: unknown) => {
      call.signal?.throwIfAborted();
      return this.#noAnswer(call, request, error);
    });
    if (received instanceof HeraldError) return received;
    const { response, text } = received;
    const rate = rateLeftIn(response.headers);
    if (rate) pace?.heard(rate);
    const { onResponse = this.#options.onResponse } = call;
    onResponse?.({ request, status: response.status, headers: response.headers, body: text, attempt });
    const isAnswer = response.ok || call.alsoAnswers?.includes(response.status) === true;
    return isAnswer ? received : errorIn(response, { request, text });
  }

  async #send(call: Call, headers: Record<string, string>): Promise<Received> {
    const timeout = AbortSignal.timeout(this.#timeoutOf(call));
    const body = call.form ?? (call.json === undefined ? undefined : JSON.stringify(call.json));
    const response = await this.#options.fetch(addressOf(this.#options.baseUrl, call), {
      method: call.method,
      headers,
      redirect: "error",
      credentials: "omit",
      signal: call.signal === undefined ? timeout : AbortSignal.any([call.signal, timeout]),
      ...(body === undefined ? {} : { body }),
    });
    return { response, text: await response.text() };
  }

  #timeoutOf({ timeoutMs }: Call): number {
    return timeoutMs ?? this.#options.timeoutMs;
  }

  #noAnswer(call: Call, request: string, cause: unknown): HeraldError {
    const { baseUrl } = this.#options;
    return cause instanceof Error && cause.name === "TimeoutError"
      ? new HeraldTimeoutError(`no answer within ${this.#timeoutOf(call)} ms from ${baseUrl}`, { request, cause })
      : new HeraldConnectionError(`the service cannot be reached at ${baseUrl}`, { request, cause });
  }

  async #headers({ credential, json, idempotencyKey, ifMatch }: Call): Promise<Record<string, string>> {
    const token = await tokenOf(credential, this.#options);
    return {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(credential === "access-token" && isTestKey(this.#options.apiKey) ? { "herald-mode": "test" } : {}),
      ...(json === undefined ? {} : { "content-type": "application/json" }),
      ...(idempotencyKey === undefined ? {} : { "idempotency-key": idempotencyKey }),
      ...(ifMatch === undefined ? {} : { "if-match": ifMatch }),
    };
  }
}
