import type { PaceLimits } from "./pace.ts";
import type { Pause } from "./pause.ts";

/** One answer of the service, before the client checks it; a retry may follow. */
export interface RawResponse {
  /** The method and the address of the request, without the query. */
  readonly request: string;
  /** The HTTP status of the answer. */
  readonly status: number;
  /** The headers of the answer, unchanged. */
  readonly headers: Headers;
  /** The body of the answer, unchanged. */
  readonly body: string;
  /** The number of the try, beginning with 1. */
  readonly attempt: number;
}

export interface CallOptions {
  /** Ends the call and its waiting with the signal's reason. `AbortSignal.timeout` limits a call including all its tries. */
  readonly signal?: AbortSignal | undefined;
  /** The timeout of one try; defaults to the client's. */
  readonly timeoutMs?: number | undefined;
  /** The number of further tries; defaults to the client's. */
  readonly maxRetries?: number | undefined;
  /** The longest wait before a further try; defaults to the client's. If the service asks for longer, the call ends with the error. */
  readonly maxWaitMs?: number | undefined;
  /** Called with every answer as it came: status, headers and body. */
  readonly onResponse?: ((response: RawResponse) => void) | undefined;
}

/** The options of a change that others may make at the same moment. */
export interface ChangeOptions extends CallOptions {
  /** The record's `etag` as it was read. If somebody else changed the record since, the error has status 412, and nothing was changed. */
  readonly ifMatch?: string | undefined;
}

/** A record with its `etag`, which names this state of the record in a later change. */
export type Tagged<T> = T & {
  /** The ETag of the record in this state, for the `ifMatch` of a later change. */
  readonly etag?: string;
};

export type Query = Readonly<Record<string, string | number | undefined>>;

export interface Call extends CallOptions {
  readonly method: "GET" | "POST" | "PUT" | "PATCH" | "DELETE";
  /** The path below the base address, with ids already encoded. */
  readonly path: string;
  readonly credential: "api-key" | "access-token" | "none";
  readonly query?: Query | undefined;
  readonly json?: unknown;
  readonly form?: FormData;
  readonly idempotencyKey?: string | undefined;
  readonly ifMatch?: string | undefined;
  /** Says that sending the request twice has the same effect as sending it once. */
  readonly isIdempotent?: boolean;
  /** Statuses other than 2xx that count as answers, not as errors. */
  readonly alsoAnswers?: readonly number[];
}

export interface TransportOptions {
  readonly baseUrl: string;
  readonly apiKey: string | undefined;
  readonly accessToken: string | (() => string | Promise<string>) | undefined;
  readonly fetch: typeof fetch;
  readonly timeoutMs: number;
  readonly maxRetries: number;
  readonly maxWaitMs: number;
  readonly onResponse: ((response: RawResponse) => void) | undefined;
  readonly pace: PaceLimits | false;
  readonly pause: Pause;
  readonly now: () => number;
}

/** Returns the token for a call. Throws a `TypeError` that names a missing token, or what the caller's token function throws. */
export async function tokenOf(
  credential: Call["credential"],
  { apiKey, accessToken }: Pick<TransportOptions, "apiKey" | "accessToken">,
): Promise<string | undefined> {
  if (credential === "none") return undefined;
  const given = credential === "api-key" ? apiKey : accessToken;
  const token = typeof given === "function" ? await given() : given;
  // A program often passes an unset environment variable on as an empty text.
  if (token) return token;
  throw new TypeError(
    credential === "api-key"
      ? "this call needs an apiKey: pass it, or set HERALD_API_KEY"
      : "this call needs an accessToken: pass it, or set HERALD_ACCESS_TOKEN",
  );
}

export function addressOf(baseUrl: string, { path, query = {} }: Call): string {
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] =>
    value === undefined ? [] : [[name, String(value)]],
  );
  const search = new URLSearchParams(given).toString();
  return `${baseUrl}${path}${search === "" ? "" : `?${search}`}`;
}
