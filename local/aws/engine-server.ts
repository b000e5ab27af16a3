import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isOwnHost } from "../own-host.ts";
import { deferred } from "./deferred.ts";

export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface EngineServer {
  /** The address has the form `http://127.0.0.1:<port>`. */
  readonly endpoint: string;
  /** Refuses new requests, lets running ones finish, and cuts the remaining connections after `CLOSE_MS`. */
  close(): Promise<void>;
}

/** A request must arrive completely within this time. It suffices for 5 GB from the same machine. */
const REQUEST_MS = 300_000;
/** The server keeps idle connections longer than the SDK does, so that the SDK never uses one that is being closed. */
const KEEP_ALIVE_MS = 120_000;
const CLOSE_MS = 2_000;
const IDLE_SWEEP_MS = 10;

/**
 * Starts an HTTP server on 127.0.0.1. A `port` of 0 picks a free one; a port that is in use fails. `answer` must not
 * throw.
 */
export async function listen(port: number, answer: Answer): Promise<EngineServer> {
  const server = createServer({ requestTimeout: REQUEST_MS, keepAliveTimeout: KEEP_ALIVE_MS }, (request, response) => {
    if (isOwnHost(request.headers)) void answer(request, response);
    else response.writeHead(421, { connection: "close" }).end();
  });
  const { promise, resolve, reject } = deferred<void>();
  server.once("error", reject);
  server.listen({ port, host: "127.0.0.1" }, resolve);
  await promise;
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the engine's server has no port");
  return {
    endpoint: `http://127.0.0.1:${address.port}`,
    close: () =>
      new Promise((closed) => {
        const cut = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
        // A connection becomes idle only when its last answer is sent, so idle connections are closed repeatedly.
        const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(sweep);
          closed();
        });
      }),
  };
}
