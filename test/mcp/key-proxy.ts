import { once } from "node:events";
import { createServer, request as httpRequest } from "node:http";
import type { AddressInfo } from "node:net";

export interface KeyProxy {
  readonly url: string;
  close(): Promise<void>;
}

/**
 * Adds the key to every request, for tools that cannot be given one. Everything else passes unchanged, including `Host`
 * and `Origin`.
 */
export async function startKeyProxy(target: string, key: string): Promise<KeyProxy> {
  const { hostname, port } = new URL(target);
  const server = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${key}` };
    const options = { hostname, port, method: incoming.method, path: incoming.url, headers, timeout: 30_000 };
    const forwarded = httpRequest(options, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    forwarded.on("error", () => outgoing.destroy());
    incoming.pipe(forwarded);
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address() as AddressInfo;
  return {
    // The suite takes `localhost` for a server on this machine, and tests it for DNS rebinding.
    url: `http://localhost:${address.port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, "close");
    },
  };
}
