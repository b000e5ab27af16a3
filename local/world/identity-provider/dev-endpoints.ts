import { randomUUID } from "node:crypto";
import * as z from "zod";
import { accessTokenClaims } from "./claims.ts";
import { isLoopbackHost, isTrustedOrigin, PANEL_CLIENT_ID } from "./clients.ts";
import { directory } from "./directory.ts";
import { readableIssues } from "./directory-store.ts";
import { errorReply, json, type Reply, type RequestHead, type WholeRequest } from "./http-messages.ts";
import { type Provider, scopeList } from "./provider.ts";
import { ACCESS_TOKEN_TYPE, accessTokenFrame, signedToken, TOKEN_LIFETIME_SECONDS } from "./tokens.ts";

const TEN_YEARS_SECONDS = 10 * 365 * 24 * 3600;

const tokenRequest = z.strictObject({
  sub: z.string().min(1).max(255),
  scope: z.union([z.string().max(2000), z.array(z.string().max(200)).max(100)]).optional(),
  claims: z.record(z.string(), z.json()).default({}),
  expires_in: z.int().min(-TEN_YEARS_SECONDS).max(TEN_YEARS_SECONDS).default(TOKEN_LIFETIME_SECONDS),
});
const outageRequest = z.strictObject({ down: z.boolean() });

/**
 * `POST /dev/token` returns any token without a browser. The requested claims override those of the directory; `null`
 * removes one.
 */
export async function devToken(provider: Provider, { body }: WholeRequest): Promise<Reply> {
  const request = parsed(tokenRequest, body);
  if ("problem" in request) return badBody(request.problem);
  const { sub, scope = provider.apiScopes.join(" "), claims, expires_in } = request.value;
  const { client_id: clientId, organization_id: organizationId } = claims;
  const client = typeof clientId === "string" ? clientId : PANEL_CLIENT_ID;
  const known = accessTokenClaims(provider.directory.current(), {
    sub,
    clientId: client,
    scopes: typeof scope === "string" ? scopeList(scope) : scope,
    organizationId: typeof organizationId === "string" ? organizationId : undefined,
    sid: randomUUID(),
    nowMs: provider.clock(),
  });
  const all = { ...accessTokenFrame(provider, client, expires_in), scope, ...known, ...claims };
  const payload = Object.fromEntries(Object.entries(all).filter(([, value]) => value !== null));
  return json(200, { access_token: await signedToken(provider, ACCESS_TOKEN_TYPE, payload) });
}

/** `POST /dev/rotate` replaces the signing key. */
export async function devRotate({ keys }: Provider): Promise<Reply> {
  return json(200, { kid: await keys.rotate() });
}

/** `POST /dev/outage` makes everything but itself answer 503, until it is undone or the process ends. */
export function devOutage({ outage }: Provider, { body }: WholeRequest): Reply {
  const request = parsed(outageRequest, body);
  if ("problem" in request) return badBody(request.problem);
  outage.isDown = request.value.down;
  return json(200, { down: outage.isDown });
}

/** `GET /dev/directory` answers 409 while the file is not a valid directory. */
export function showDirectory({ directory: store }: Provider): Reply {
  const problem = store.problem();
  return problem === undefined ? json(200, store.current()) : errorReply(409, "invalid_directory", problem);
}

/** `PUT /dev/directory` replaces the directory. */
export function replaceDirectory({ directory: store }: Provider, { body }: WholeRequest): Reply {
  const request = parsed(directory, body);
  if ("problem" in request) return badBody(request.problem);
  store.replace(request.value);
  return json(200, request.value);
}

/** Says whether a web page of another site calls a development endpoint, by a simple cross-site POST or by DNS rebinding. */
export function isForeignCaller({ panelOrigins }: Provider, { headers }: RequestHead): boolean {
  const host = URL.parse(`http://${headers.host ?? "localhost"}`)?.hostname ?? "";
  const { origin } = headers;
  return !isLoopbackHost(host) || (origin !== undefined && !isTrustedOrigin(origin, panelOrigins()));
}

type Parsed<Value> = { value: Value } | { problem: string };

function parsed<Schema extends z.ZodType>(schema: Schema, body: string): Parsed<z.output<Schema>> {
  const content = parsedJson(body);
  if ("problem" in content) return content;
  const { data, error } = schema.safeParse(content.value);
  return error ? { problem: readableIssues(error) } : { value: data };
}

function parsedJson(body: string): Parsed<unknown> {
  try {
    return { value: JSON.parse(body) };
  } catch {
    return { problem: "the body is not JSON" };
  }
}

const badBody = (problem: string): Reply => errorReply(400, "invalid_request", problem);
