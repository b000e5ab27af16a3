import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { createServer, type IncomingMessage } from "node:http";
import type { Received, Recorder } from "../ops/prove/port.ts";
import { wholeBody } from "./http/whole-body.ts";

const MAX_BODY_BYTES = 1_000_000;
const KEPT = 100_000;

export interface RunningRecorder extends Recorder {
  close(): Promise<void>;
}

/**
 * Starts a server that stands in for the recording function of `herald prove`. It answers 200 to everything and keeps
 * the requests.
 */
export async function startRecorder(): Promise<RunningRecorder> {
  const kept: Received[] = [];
  const server = createServer((request, response) => {
    const atMs = Date.now();
    wholeBody(request, MAX_BODY_BYTES).then(
      (body) => {
        if (kept.length >= KEPT) return response.writeHead(507).end();
        kept.push({ path: request.url ?? "/", headers: headersOf(request), body: body.toString("utf8"), atMs });
        return response.writeHead(200, { "content-type": "application/json" }).end("{}");
      },
      () => response.writeHead(413).end(),
    );
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  const port = typeof address === "object" && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}/${randomUUID()}`,
    received: async () => [...kept],
    async close() {
      server.closeAllConnections();
      await new Promise<void>((resolve) => server.close(() => resolve()));
    },
  };
}

const headersOf = ({ headers }: IncomingMessage): Record<string, string> =>
  Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, [value ?? ""].flat().join(", ")]));
