import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { foreignPage } from "../../../own-host.ts";
import { BadRequestError, type Call, errorReply, type Reply, TAKEN_OVER } from "./reply.ts";

export type Answer = (call: Call) => Promise<Reply | typeof TAKEN_OVER>;

const REQUEST_TIMEOUT_MS = 30_000;
/** Longer than the SDK keeps an idle connection, so that it never sends on one that is being closed. */
const KEEP_ALIVE_MS = 120_000;
/** A customer's document of 20 MB in base64, and room around it. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const CLOSE_GRACE_MS = 500;

/** The simulator's HTTP side on 127.0.0.1. */
export class HttpListener {
  readonly #server: Server;

  constructor(answer: Answer) {
    this.#server = createServer(
      { requestTimeout: REQUEST_TIMEOUT_MS, keepAliveTimeout: KEEP_ALIVE_MS },
      (request, response) => {
        respond(answer, request, response).catch(() => response.destroy());
      },
    );
  }

  /** The address that it answers at; port `0` picks a free one. */
  async listen(port: number): Promise<string> {
    await new Promise<void>((listening, failed) => {
      this.#server.once("error", failed);
      this.#server.listen({ port, host: "127.0.0.1" }, () => {
        this.#server.off("error", failed);
        listening();
      });
    });
    const address = this.#server.address();
    if (address === null || typeof address === "string") throw new Error("the chat simulator has no port");
    return `http://127.0.0.1:${address.port}`;
  }

  /** Requests under way get half a second, then their connections are cut. */
  async close(): Promise<void> {
    const cut = setTimeout(() => this.#server.closeAllConnections(), CLOSE_GRACE_MS);
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    this.#server.closeIdleConnections();
    await closed;
    clearTimeout(cut);
  }
}

async function respond(answer: Answer, request: IncomingMessage, response: ServerResponse): Promise<void> {
  const reply = await readCall(request, response).then(answer).catch(failure);
  if (reply === TAKEN_OVER || response.destroyed || response.headersSent) return;
  // A body that was not read to its end would be taken for the next request.
  if (!request.complete) response.setHeader("connection", "close");
  const bytes = Buffer.from(reply.body ?? "");
  response.writeHead(reply.status, {
    "content-length": bytes.byteLength,
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    ...reply.headers,
  });
  response.end(request.method === "HEAD" ? undefined : bytes);
}

function failure(error: unknown): Reply {
  return error instanceof BadRequestError ? errorReply(error.status, error.message) : errorReply(500, "internal error");
}

async function readCall(request: IncomingMessage, response: ServerResponse): Promise<Call> {
  const refusal = foreignPage(request.headers);
  if (refusal) throw new BadRequestError(refusal.error, refusal.status);
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request.iterator({ destroyOnReturn: false })) {
    const bytes: unknown = chunk;
    if (!Buffer.isBuffer(bytes)) throw new TypeError("a request without an encoding gives buffers");
    size += bytes.length;
    if (size > MAX_BODY_BYTES) throw new BadRequestError("the body is too large", 413);
    chunks.push(bytes);
  }
  return {
    method: request.method === "HEAD" ? "GET" : (request.method ?? "GET"),
    url:
      URL.parse(request.url?.startsWith("/") ? request.url : "/-", "http://simulator") ?? new URL("http://simulator/-"),
    headers: request.headers,
    body: Buffer.concat(chunks),
    response,
  };
}
