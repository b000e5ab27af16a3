import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** A request without its body. */
export type RequestHead = { method: string; path: string; query: URLSearchParams; headers: IncomingHttpHeaders };

/** A request with its complete body. */
export type WholeRequest = RequestHead & { body: string };

export type Reply = { status: number; headers?: Record<string, string>; body?: string };

export type Endpoint = (request: WholeRequest) => Reply | Promise<Reply>;

/** The most bytes of a body, enough for the largest one: a directory of thousands of users. */
const MAX_BODY_BYTES = 2_000_000;

/** Tokens, codes and pages must not be cached (RFC 6749, 5.1). */
const NO_STORE = { "cache-control": "no-store", pragma: "no-cache" };

export const json = (status: number, content: unknown, headers: Record<string, string> = {}): Reply => ({
  status,
  headers: { "content-type": "application/json", ...NO_STORE, ...headers },
  body: JSON.stringify(content),
});

/** All errors have the shape of RFC 6749, 5.2. */
export const errorReply = (
  status: number,
  error: string,
  description: string,
  headers?: Record<string, string>,
): Reply => json(status, { error, error_description: description }, headers);

export const redirect = (location: string): Reply => ({ status: 303, headers: { location, ...NO_STORE } });

class BodyTooLargeError extends Error {
  override name = "BodyTooLargeError";
}

/** The answer when an endpoint throws. */
export const failureReply = (error: unknown): Reply =>
  error instanceof BodyTooLargeError
    ? errorReply(413, "invalid_request", error.message)
    : errorReply(500, "server_error", error instanceof Error ? error.message : String(error));

export function headOf({ method = "GET", url = "/", headers }: IncomingMessage): RequestHead {
  const { pathname, searchParams } = URL.parse(url, "http://localhost") ?? new URL("http://localhost/");
  return { method, path: pathname, query: searchParams, headers };
}

/** Throws BodyTooLargeError and leaves the rest of the body unread. */
export async function readRequest(request: IncomingMessage): Promise<WholeRequest> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: unknown = chunk;
    if (!Buffer.isBuffer(bytes)) throw new TypeError("a request without an encoding gives buffers");
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new BodyTooLargeError("the body is too large");
    chunks.push(bytes);
  }
  return { ...headOf(request), body: Buffer.concat(chunks).toString("utf8") };
}

export function sendReply(response: ServerResponse, { status, headers, body }: Reply): void {
  response.writeHead(status, headers);
  response.end(body);
}

/** Returns the parameters by name, or the name of one that occurs twice, which RFC 6749, 3.1 forbids. */
export function singleParameters(search: URLSearchParams): { parameters: Map<string, string>; repeated?: string } {
  const parameters = new Map<string, string>();
  for (const [name, value] of search) {
    if (parameters.has(name)) return { parameters, repeated: name };
    // A parameter without a value counts as not sent (RFC 6749, 3.1).
    if (value !== "") parameters.set(name, value);
  }
  return { parameters };
}

/** Returns the parameters of a page's request: the form of a POST, or else the query. */
export function searchOf({ method, query, headers, body }: WholeRequest): URLSearchParams {
  if (method !== "POST") return query;
  const [type = ""] = (headers["content-type"] ?? "").split(";");
  return new URLSearchParams(type.trim().toLowerCase() === "application/x-www-form-urlencoded" ? body : "");
}
