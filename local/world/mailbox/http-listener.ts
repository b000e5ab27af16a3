import { createServer, type Server } from "node:http";
import { answerRequest, type HttpApiDeps, sendError } from "./http-api.ts";

const REQUEST_TIMEOUT_MS = 30_000;

/** The HTTP server of the mailbox on 127.0.0.1. */
export class HttpListener {
  readonly #server: Server;

  constructor(deps: HttpApiDeps) {
    this.#server = createServer({ requestTimeout: REQUEST_TIMEOUT_MS }, (request, response) => {
      // No request of this API needs its body.
      request.resume();
      answerRequest(deps, request, response).catch(() => {
        if (response.headersSent) response.destroy();
        else sendError(response, 500, "internal error");
      });
    });
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
    if (address === null || typeof address === "string") throw new Error("the mailbox's HTTP listener has no port");
    return `http://127.0.0.1:${address.port}`;
  }

  async close(): Promise<void> {
    const closed = new Promise<void>((done) => this.#server.close(() => done()));
    this.#server.closeAllConnections();
    await closed;
  }
}
