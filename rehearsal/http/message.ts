import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";

/** Represents a request on its way through the front door. Header names are in lower case. */
export interface Message {
  readonly method: string;
  readonly path: string;
  /** The query of the request, without the question mark. */
  readonly query: string;
  readonly headers: Readonly<Record<string, string>>;
}

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | readonly string[]>>;
  readonly body: Buffer;
}

/** Converts a request to a message. Repeated headers are joined by commas. */
export function messageOf(request: IncomingMessage): Message {
  const [path = "/", query = ""] = (request.url ?? "/").split(/\?(.*)/s);
  return { method: request.method ?? "GET", path, query, headers: plainHeaders(request.headersDistinct) };
}

const plainHeaders = (headers: NodeJS.Dict<string[]>): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, values = []]) => [name, values.join(",")]));

export const textAnswer = (status: number, type: string, text: string): Answer => ({
  status,
  headers: { "content-type": type },
  body: Buffer.from(text),
});

/** These headers belong to one connection and must not be passed on. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "transfer-encoding",
  "upgrade",
  "te",
  "trailer",
  "proxy-connection",
]);

export const withoutHopByHop = (
  headers: IncomingHttpHeaders | Readonly<Record<string, string>>,
): Record<string, string | string[]> =>
  Object.fromEntries(
    Object.entries(headers).flatMap(([name, value]) =>
      value === undefined || HOP_BY_HOP.has(name) ? [] : [[name, value]],
    ),
  );

export function send(response: ServerResponse, method: string, { status, headers, body }: Answer): void {
  const isEmpty = status === 204 || status === 304 || method === "HEAD";
  const length = status === 204 || status === 304 ? {} : { "content-length": String(body.length) };
  response.writeHead(status, { ...headers, ...length }).end(isEmpty ? undefined : body);
}
