import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Distribution } from "./http/distribution.ts";
import { type Answer, messageOf, send } from "./http/message.ts";
import { wholeBody } from "./http/whole-body.ts";

export interface FrontDoor {
  readonly url: string;
  /** Takes no more requests. */
  close(): void;
  /** Cuts what is left. */
  end(): void;
}

const MAX_BODY_BYTES = 64_000_000;

/** The distribution on a port of this machine: viewers have come by HTTPS when they come here. */
export async function openFrontDoor(distribution: Distribution, onTrouble: (what: string) => void): Promise<FrontDoor> {
  const door = { url: "" };
  const server = createServer((request, response) => {
    answer(distribution, door.url, { request, response }).catch((error: unknown) => {
      onTrouble(`front door: ${request.method} ${request.url}: ${String(error)}`);
      if (response.headersSent) response.destroy();
      else response.writeHead(502).end();
    });
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the front door has no port");
  door.url = `http://127.0.0.1:${address.port}`;
  return { url: door.url, close: () => void server.close(), end: () => server.closeAllConnections() };
}

interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer(distribution: Distribution, url: string, { request, response }: Exchange): Promise<void> {
  const message = messageOf(request);
  const body = await wholeBody(request, MAX_BODY_BYTES);
  const answered = await distribution.answer(message, body, request.socket.remoteAddress ?? "");
  send(response, message.method, withLocalLinks(answered, distribution.domainNames[0] ?? "", url));
}

/** The domain has no address here: who came by this machine's gets links that lead to it. */
function withLocalLinks(answered: Answer, domain: string, url: string): Answer {
  const isText = /json|text|javascript/.test(String(answered.headers["content-type"]));
  if (!isText || !answered.body.includes(`https://${domain}`)) return answered;
  return { ...answered, body: Buffer.from(answered.body.toString().replaceAll(`https://${domain}`, url)) };
}
