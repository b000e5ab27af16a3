import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";
import { KEY_OPERATIONS } from "../../rehearsal/aws/key-operations.ts";
import { keyService, ServiceError } from "../../rehearsal/aws/key-service.ts";

/** Serves the rehearsal's keys in KMS's own protocol. Everybody is allowed everything. */
export async function keyServer() {
  const engines = { keys: keyService(Buffer.alloc(32, 7)), aliases: new Map<string, string>() };
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const run = KEY_OPERATIONS[String(request.headers["x-amz-target"]).split(".").at(-1) ?? ""];
    const given: Record<string, unknown> = JSON.parse(await text(request));
    try {
      response.end(JSON.stringify(run?.(given, engines, () => {})));
    } catch (error) {
      const type = error instanceof ServiceError ? error.type : "InternalFailure";
      response.writeHead(400, { "content-type": "application/x-amz-json-1.1" }).end(JSON.stringify({ __type: type }));
    }
  };
  const server = createServer((request, response) => void answer(request, response));
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const { port } = server.address() as AddressInfo;
  return { endpoint: `http://127.0.0.1:${port}`, close: () => void server.close() };
}
