import createClient, { type Client } from "openapi-fetch";
import { type Mode, modeHeaders } from "../session/mode.ts";
import type { Session } from "../session/session.ts";
import { apiErrorOf } from "./api-error.ts";
import { namingUnreachable } from "./naming-unreachable.ts";
import type { paths } from "./schema.ts";

export type { Schemas } from "./schemas.ts";

/** Has a typed call for each route of the contract: `answerOf(api.GET("/panel/api/api-keys"))`. */
export type Api = Client<paths>;

/** These routes change nothing. They use POST only because their requests are too long for an address. */
type Questions = Client<Pick<paths, "/panel/api/templates/preview" | "/panel/api/chat-templates/check">>;

/**
 * The calls that may safely be made twice: each reads, or sets a record to given values. All others create or send something and are only
 * made by `useAction`, which keeps a double click from doing it twice.
 */
export interface RepeatableApi extends Pick<Api, "GET" | "PUT" | "DELETE"> {
  readonly ask: Questions["POST"];
}

/** The longest route, a test send, may take 20 s. */
const TIMEOUT_MS = 30_000;

/** The person who asks, and in which mode. */
export interface Caller {
  readonly session: Session;
  readonly mode: Mode;
}

/** The service runs requests with the same `key` only once. */
export const apiClient = (caller: Caller, key?: string): Api =>
  createClient<paths>({
    baseUrl: location.origin,
    fetch: (request) => authorized(caller, request),
    ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
  });

export function repeatableApi(caller: Caller): RepeatableApi {
  const api = apiClient(caller);
  return { GET: api.GET, PUT: api.PUT, DELETE: api.DELETE, ask: api.POST };
}

/** Sends the request with the owner's token. After a 401 it gets a new token, if needed by a new sign-in, and sends the request once more. */
async function authorized(caller: Caller, request: Request): Promise<Response> {
  const again = request.clone();
  const response = await send(caller, request);
  if (response.status !== 401) return response;
  return (await caller.session.renewOrAsk()) ? send(caller, again) : response;
}

/** Returns the headers that say who asks and in which mode. */
export const callerHeaders = ({ session, mode }: Caller, path: string): Readonly<Record<string, string>> => ({
  authorization: `Bearer ${session.accessToken}`,
  ...modeHeaders(mode, path),
});

function send(caller: Caller, request: Request): Promise<Response> {
  const headers = callerHeaders(caller, new URL(request.url).pathname);
  for (const [name, value] of Object.entries(headers)) request.headers.set(name, value);
  return namingUnreachable(
    fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }),
  );
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

const errorIn = ({ status, headers }: Response, error: unknown) =>
  apiErrorOf(status, error, headers.get("retry-after"));

/** Returns the content of the answer, and throws a refusal of the service as an `ApiError`. */
export async function answerOf<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined) throw errorIn(response, error);
  return data;
}

/** Returns one record, and whether the request made it: 200 in place of 201 says that it was there already. */
export async function madeOf<T>(call: Promise<Answer<T>>): Promise<{ readonly record: T; readonly isNew: boolean }> {
  const answer = await call;
  return { record: await answerOf(Promise.resolve(answer)), isNew: answer.response.status === 201 };
}

/** Waits for a route that answers 204. */
export async function doneOf(call: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await call;
  if (!response.ok) throw errorIn(response, error);
}

/** Returns one record with its ETag, which a later change sends to name the revision that it changes. */
export async function recordOf<T extends object>(call: Promise<Answer<T>>): Promise<T & { readonly etag: string }> {
  const answer = await call;
  const record = await answerOf(Promise.resolve(answer));
  return { ...record, etag: answer.response.headers.get("etag") ?? "" };
}
