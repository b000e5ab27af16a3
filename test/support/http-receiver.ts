import {
  createServer as createPlainServer,
  type IncomingMessage,
  type RequestListener,
  type ServerResponse,
} from "node:http";
import { createServer as createTlsServer, type ServerOptions } from "node:https";
import type { AddressInfo } from "node:net";

export interface Received {
  readonly method: string | undefined;
  readonly url: string | undefined;
  readonly headers: IncomingMessage["headers"];
  readonly body: string;
}

/** Starts an HTTP server that receives whole requests and gives the answers that the test chooses. */
export async function httpReceiver(
  answer: (received: Received, response: ServerResponse) => void,
  certificate?: ServerOptions,
) {
  const received: Received[] = [];
  const listener: RequestListener = (request, response) => {
    const { method, url, headers } = request;
    let body = "";
    request.setEncoding("utf8");
    request.on("data", (chunk) => {
      body += String(chunk);
    });
    request.on("end", () => {
      const one = { method, url, headers, body };
      received.push(one);
      answer(one, response);
    });
  };
  const server = certificate ? createTlsServer(certificate, listener) : createPlainServer(listener);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    received,
    origin: `${certificate ? "https" : "http"}://127.0.0.1:${port}`,
    port,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
