import type { PaceLimits } from "./pace.ts";
import type { Pause } from "./pause.ts";

/** One answer as it came, also of a try that is followed by another one. */
export interface RawResponse {
  /** Method and address, without the query. */
  readonly request: string;
  /** The HTTP status. */
  readonly status: number;
  /** As they came. */
  readonly headers: Headers;
  /** The body, as it came. */
  readonly body: string;
  /** 1 for the first. */
  readonly attempt: number;
}

export interface CallOptions {
  /** Ends the call, its waiting included, with the signal's reason. `AbortSignal.timeout` bounds a call with all its tries. */
  readonly signal?: AbortSignal | undefined;
  /** For one try; the client's own when left out. */
  readonly timeoutMs?: number | undefined;
  /** Further tries; the client's own when left out. */
  readonly maxRetries?: number | undefined;
  /** The longest wait before a further try; the client's own when left out. Asked to wait longer, the call ends with the error. */
  readonly maxWaitMs?: number | undefined;
  /** Hears every answer as it came: status, headers and body. */
  readonly onResponse?: ((response: RawResponse) => void) | undefined;
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
  /** Done twice it is as done once. */
  readonly isIdempotent?: boolean;
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
  readonly maxWaitMs: number;
  readonly onResponse: ((response: RawResponse) => void) | undefined;
  readonly pace: PaceLimits | false;
  readonly pause: Pause;
  readonly now: () => number;
}

/** The token of a call. Errors: a `TypeError` that names the one that is missing, and what the caller's function throws. */
export async function tokenOf(
  credential: Call["credential"],
  { apiKey, accessToken }: Pick<TransportOptions, "apiKey" | "accessToken">,
): Promise<string | undefined> {
  if (credential === "none") return undefined;
  const given = credential === "api-key" ? apiKey : accessToken;
  const token = typeof given === "function" ? await given() : given;
  // An environment variable that is not set is often handed over as an empty text.
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
