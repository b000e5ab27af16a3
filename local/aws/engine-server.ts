import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import { isOwnHost } from "../own-host.ts";
import { deferred } from "./deferred.ts";

export type Answer = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

export interface EngineServer {
  /** `http://127.0.0.1:<port>`. */
  readonly endpoint: string;
  /** Takes no more requests, lets running ones end, and then cuts what is left after `CLOSE_MS`. */
  close(): Promise<void>;
}

/** A request must have arrived whole within this time. Long enough for 5 GB from the same machine. */
const REQUEST_MS = 300_000;
/** Longer than the SDK keeps an idle connection, so that it never sends on one that is being closed. */
const KEEP_ALIVE_MS = 120_000;
const CLOSE_MS = 2_000;
const IDLE_SWEEP_MS = 10;

/** An HTTP server on 127.0.0.1; a `port` of 0 picks a free one. Fails when the port is taken. `answer` must not throw. */
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
        // A connection becomes idle when its last answer is out, which may be after this call.
        const sweep = setInterval(() => server.closeIdleConnections(), IDLE_SWEEP_MS);
        server.close(() => {
          clearTimeout(cut);
          clearInterval(sweep);
          closed();
        });
      }),
  };
}
