import { once } from "node:events";
import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import * as z from "zod";
import { gatewayEvent, requestUrl } from "../../../shared/edge/gateway-event.ts";
import { answerUnreadableRequest } from "../../../shared/edge/unreadable-request.ts";
import { refuseLargePayload } from "../../../shared/kernel/answer-size.ts";
import { MAX_BODY_BYTES } from "../../../shared/kernel/body-limit.ts";
import type { Site, SiteAnswer } from "../../panel/panel-site.ts";
import { writeCrash } from "./crash-line.ts";
import { answerOf } from "./functions.ts";
import type { RouteMatch } from "./route-table.ts";
import { Semaphore } from "./semaphore.ts";

const TEXT_TYPES = /^(?:text\/|application\/(?:json|javascript|xml|x-www-form-urlencoded)|[^;]*\+(?:json|xml))/i;
/** The service refuses a body that is one byte too long, so no more bytes are kept. The rest is read and dropped. */
const MAX_KEPT_BYTES = MAX_BODY_BYTES + 1;
/** The most bytes that are read of a refused body. A client that sends more is disconnected. */
const MAX_DRAINED_BYTES = 67_108_864;
const REQUEST_TIMEOUT_MS = 30_000;
/**
 * The greatest number of requests that one function handles concurrently. In the cloud, each request has an execution
 * environment of its own. Here, without this limit, one thread would start thousands of requests together, and their
 * time limits would run out while they wait for each other.
 */
const MAX_RUNNING = 64;
/** The longest time of an upload. The upload server itself has a slightly shorter limit. */
const UPLOAD_TIMEOUT_MS = 130_000;

const payload = z.custom<object>((value) => typeof value === "object" && value !== null);
const answer = z.object({
  statusCode: z.int(),
  headers: z.record(z.string(), z.string()).default({}),
  body: z.string().default(""),
  isBase64Encoded: z.boolean().default(false),
});

export interface HttpGateway {
  readonly url: string;
  /** Accepts no more requests and waits for running ones, at most this many milliseconds. */
  close(withinMs: number): Promise<void>;
}

export interface GatewayNeighbours {
  /** The site is asked first, because no function answers the panel's addresses. */
  readonly site?: Site;
  /**
   * Returns a listener for paths whose requests keep their body as a stream, as the CDN passes them to other origins.
   * It is undefined for all other paths.
   */
  readonly listenerOf?: (path: string) => RequestListener | undefined;
}

export async function startHttpGateway(
  port: number,
  match: (method: string, path: string) => RouteMatch,
  { site = () => undefined, listenerOf = () => undefined }: GatewayNeighbours = {},
): Promise<HttpGateway> {
  const semaphores = new Map<string, Semaphore>();
  const server = createServer(
    { requestTimeout: UPLOAD_TIMEOUT_MS, keepAliveTimeout: REQUEST_TIMEOUT_MS },
    (request, response) => {
      const path = requestUrl(request).pathname;
      const listener = listenerOf(path);
      if (listener) return listener(request, response);
      const page = site(request.method ?? "GET", path, isNavigation(request));
      if (page) return sendPage(request, response, page);
      // A request that fails here has already lost its connection.
      respond(request, response, { match, semaphores }).catch(() => response.destroy());
    },
  );
  server.on("clientError", answerUnreadableRequest);
  server.listen(port, "127.0.0.1");
  await once(server, "listening");
  return { url: `http://127.0.0.1:${portOf(server)}`, close: (withinMs) => close(server, withinMs) };
}

function portOf(server: Server): number {
  const address: AddressInfo | string | null = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

async function close(server: Server, withinMs: number): Promise<void> {
  const closed = once(server, "close");
  server.close();
  server.closeIdleConnections();
  const timer = setTimeout(() => server.closeAllConnections(), withinMs);
  await closed;
  clearTimeout(timer);
}

/**
 * Says whether a user opens the address in a browser. Only browsers send `Sec-Fetch-Mode`, with `navigate` in this case.
 * Older browsers are recognised because they ask for HTML. Programs keep getting JSON (D2).
 */
const isNavigation = ({ headers: { "sec-fetch-mode": mode, accept = "" } }: IncomingMessage): boolean =>
  mode === "navigate" || (mode === undefined && accept.startsWith("text/html"));

function sendPage(request: IncomingMessage, response: ServerResponse, { status, headers, bytes }: SiteAnswer): void {
  request.resume();
  response.writeHead(status, headers).end(request.method === "HEAD" ? undefined : bytes);
}

interface Respondents {
  readonly match: (method: string, path: string) => RouteMatch;
  /** For each function, a semaphore that limits its concurrent requests. */
  readonly semaphores: Map<string, Semaphore>;
}

async function respond(
  request: IncomingMessage,
  response: ServerResponse,
  { match, semaphores }: Respondents,
): Promise<void> {
  const found = match(request.method ?? "GET", requestUrl(request).pathname);
  const body = await readBody(request);
  const own = semaphores.get(found.target.name) ?? new Semaphore(MAX_RUNNING);
  semaphores.set(found.target.name, own);
  // A caller that disconnected while it waited gets no answer, so its request is not run.
  await own.run(async () => (response.destroyed ? undefined : answerWith(found, { request, response, body })));
}

interface ReadRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly body: Buffer;
}

async function answerWith(found: RouteMatch, { request, response, body }: ReadRequest): Promise<void> {
  const head = gatewayEvent(request, found);
  const event = { ...head, ...bodyFields(head.headers["content-type"], body) };
  const { requestId } = event.requestContext;
  const { statusCode, headers, body: text, isBase64Encoded } = await invoke(found, event, requestId);
  const bytes = Buffer.from(text, isBase64Encoded ? "base64" : "utf8");
  const length = statusCode === 204 ? {} : { "content-length": String(bytes.length) };
  const isHead = request.method === "HEAD";
  response.writeHead(statusCode, { ...headers, ...length }).end(statusCode === 204 || isHead ? undefined : bytes);
}

/**
 * A function that throws or answers more than Lambda accepts has a bug. The caller gets no more details than that (D2).
 */
async function invoke({ target }: RouteMatch, event: unknown, requestId: string): Promise<z.output<typeof answer>> {
  try {
    // Lambda refuses an answer that is malformed or too large, and the cloud's gateway then responds with 500 or 502.
    return answer.parse(refuseLargePayload(payload.parse(await answerOf(target, event, requestId))));
  } catch (error) {
    writeCrash("function.crashed", target.name, error);
    const headers = { "content-type": "application/json", "x-request-id": requestId };
    return {
      statusCode: 500,
      headers,
      body: JSON.stringify({ error: "internal error", code: "internal_error" }),
      isBase64Encoded: false,
    };
  }
}

/**
 * Passes text as text and everything else as base64. Text that is not valid UTF-8 becomes base64 too, so that no byte
 * is lost.
 */
function bodyFields(contentType: string | undefined, body: Buffer): { body?: string; isBase64Encoded: boolean } {
  if (body.length === 0) return { isBase64Encoded: false };
  const text = body.toString("utf8");
  const isText = TEXT_TYPES.test(contentType ?? "") && Buffer.from(text, "utf8").equals(body);
  return isText ? { body: text, isBase64Encoded: false } : { body: body.toString("base64"), isBase64Encoded: true };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let kept = 0;
  let seen = 0;
  for await (const chunk of request) {
    const bytes = Buffer.isBuffer(chunk) ? chunk : Buffer.from(String(chunk));
    seen += bytes.length;
    if (seen > MAX_DRAINED_BYTES) throw new Error("the request body does not end");
    const room = MAX_KEPT_BYTES - kept;
    if (room > 0) chunks.push(bytes.subarray(0, room));
    kept += Math.min(room, bytes.length);
  }
  return Buffer.concat(chunks);
}
