import createClient, { type Client } from "openapi-fetch";
import type { Session } from "../session/session.ts";
import { apiErrorOf } from "./api-error.ts";
import { reach } from "./reach.ts";
import type { paths } from "./schema.ts";

export type { Schemas } from "./schemas.ts";

/** A typed call per route of the contract: `answerOf(api.GET("/panel/api/api-keys"))`. */
export type Api = Client<paths>;

/** Questions that are too long for an address: they change nothing. */
type Questions = Client<Pick<paths, "/panel/api/templates/preview" | "/panel/api/chat-templates/check">>;

/**
 * The calls that may be made twice: each reads, or makes something what it says. All others create or send something, and are made by
 * `useAction` alone, which sees to it that a nervous finger does nothing twice.
 */
export interface RepeatableApi extends Pick<Api, "GET" | "PUT" | "DELETE"> {
  readonly ask: Questions["POST"];
}

/** Longer than the longest route: a test send may take 20 s. */
const TIMEOUT_MS = 30_000;

/** `key`: the service carries out once what is asked for under it. */
export const apiClient = (session: Session, key?: string): Api =>
  createClient<paths>({
    baseUrl: location.origin,
    fetch: (request) => authorized(session, request),
    ...(key !== undefined && { headers: { "Idempotency-Key": key } }),
  });

export function repeatableApi(session: Session): RepeatableApi {
  const api = apiClient(session);
  return { GET: api.GET, PUT: api.PUT, DELETE: api.DELETE, ask: api.POST };
}

/** With the owner's token; once more with a fresh one when that has run out, for which the owner may have to sign in again. */
async function authorized(session: Session, request: Request): Promise<Response> {
  const again = request.clone();
  const response = await send(session, request);
  if (response.status !== 401) return response;
  return (await session.renewOrAsk()) ? send(session, again) : response;
}

function send(session: Session, request: Request): Promise<Response> {
  request.headers.set("authorization", `Bearer ${session.accessToken}`);
  return reach(fetch(request, { signal: AbortSignal.any([request.signal, AbortSignal.timeout(TIMEOUT_MS)]) }));
}

interface Answer<T> {
  readonly data?: T;
  readonly error?: unknown;
  readonly response: Response;
}

const errorIn = ({ status, headers }: Response, error: unknown) =>
  apiErrorOf(status, error, headers.get("retry-after"));

/** The answer's content; throws the service's refusal as an `ApiError`. */
export async function answerOf<T>(call: Promise<Answer<T>>): Promise<T> {
  const { data, error, response } = await call;
  if (!response.ok || data === undefined) throw errorIn(response, error);
  return data;
}

/** For routes that answer 204. */
export async function doneOf(call: Promise<Answer<unknown>>): Promise<void> {
  const { error, response } = await call;
  if (!response.ok) throw errorIn(response, error);
}
