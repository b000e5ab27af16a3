import { once } from "node:events";
import { createServer, type IncomingMessage, type ServerResponse } from "node:http";
import type { Faults } from "./faults.ts";
import type { Distribution } from "./http/distribution.ts";
import { type Answer, messageOf, send, textAnswer } from "./http/message.ts";
import { wholeBody } from "./http/whole-body.ts";

export interface FrontDoor {
  readonly url: string;
  /** Stops accepting requests. */
  close(): void;
  /** Cuts the remaining connections. */
  end(): void;
}

const MAX_BODY_BYTES = 64_000_000;
const refused = textAnswer(403, "text/html", "<h1>403 ERROR</h1><p>Request blocked.</p>");

export interface FrontDoorOptions {
  readonly distribution: Distribution;
  /** The front door refuses a broken path as a web ACL would. */
  readonly faults: Faults;
  readonly onProblem: (what: string) => void;
}

/** Serves the distribution on a port of this machine. Requests count as if they came over HTTPS. */
export async function openFrontDoor({ distribution, faults, onProblem }: FrontDoorOptions): Promise<FrontDoor> {
  const door = { url: "" };
  const server = createServer((request, response) => {
    answer({ distribution, faults }, door.url, { request, response }).catch((error: unknown) => {
      onProblem(`front door: ${request.method} ${request.url}: ${String(error)}`);
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

interface Visit {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

async function answer(
  { distribution, faults }: Omit<FrontDoorOptions, "onProblem">,
  url: string,
  { request, response }: Visit,
): Promise<void> {
  const message = messageOf(request);
  const body = await wholeBody(request, MAX_BODY_BYTES);
  if (faults.isBroken("path", message.path)) return send(response, message.method, refused);
  const answered = await distribution.answer(message, body, request.socket.remoteAddress ?? "");
  send(response, message.method, withLocalLinks(answered, distribution.domainNames[0] ?? "", url));
}

/** Changes links in answers so that they lead to this machine, because the domain has no address here. */
function withLocalLinks(answered: Answer, domain: string, url: string): Answer {
  const isText = /json|text|javascript/.test(String(answered.headers["content-type"]));
  if (!isText || !answered.body.includes(`https://${domain}`)) return answered;
  return { ...answered, body: Buffer.from(answered.body.toString().replaceAll(`https://${domain}`, url)) };
}
