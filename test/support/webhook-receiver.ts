import { once } from "node:events";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { text } from "node:stream/consumers";

export interface ReceivedWebhook {
  readonly method: string | undefined;
  readonly path: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
  /** The time of the arrival in epoch milliseconds. */
  readonly arrivedAtMs: number;
}

/** A receiver that keeps what is posted to it and gives the answers that the test chooses. */
export class WebhookReceiver {
  readonly received: ReceivedWebhook[] = [];
  status = 204;
  /** The body of the receiver's answers. */
  body = "";
  headers: Readonly<Record<string, string>> = {};
  /** While this is true, the receiver reads requests and never answers. */
  isHanging = false;
  readonly #server: Server;

  private constructor(server: Server) {
    this.#server = server;
  }

  static async start(): Promise<WebhookReceiver> {
    const server = createServer();
    const receiver = new WebhookReceiver(server);
    server.on("request", (request, response) => {
      receiver.#take(request, response).catch(() => response.destroy());
    });
    server.listen(0, "127.0.0.1");
    await once(server, "listening");
    return receiver;
  }

  async #take(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url: path, headers } = request;
    const arrivedAtMs = Date.now();
    this.received.push({ method, path, headers, body: await text(request), arrivedAtMs });
    if (this.isHanging) return;
    response.writeHead(this.status, this.headers).end(this.body);
  }

  get url(): string {
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}/hook`;
  }

  async close(): Promise<void> {
    if (!this.#server.listening) return;
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, "close");
  }
}
