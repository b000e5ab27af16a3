import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import { foreignPage } from "../../../own-host.ts";
import { BadRequestError, type Call, errorReply, type Reply, TAKEN_OVER } from "./reply.ts";

export type Answer = (call: Call) => Promise<Reply | typeof TAKEN_OVER>;

const REQUEST_TIMEOUT_MS = 30_000;
/** The server keeps idle connections longer than the SDK does, so that the SDK never uses one that is being closed. */
const KEEP_ALIVE_MS = 120_000;
/** The limit allows a customer's document of 20 MB in base64. */
const MAX_BODY_BYTES = 64 * 1024 * 1024;
const CLOSE_GRACE_MS = 500;

/** The HTTP server of the simulator on 127.0.0.1. */
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

  /** Returns the address of the server. Port `0` picks a free one. */
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

  /** Running requests get half a second, then their connections are cut. */
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
  // The unread rest of a body would be mistaken for the next request.
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
