import type { ServerResponse } from "node:http";

const MAX_LISTENERS = 100;
const HEARTBEAT_MS = 20_000;
/** A burst causes only one notice in this time. Notices carry no data; the page then requests the threads. */
const COALESCE_MS = 200;
const CHANGED = "event: changed\ndata:\n\n";

/** Server-sent events for the telephone's page. At the event `changed`, the page requests the threads again. */
export class ChangeStream {
  readonly #open = new Set<ServerResponse>();
  readonly #heartbeat = setInterval(() => this.#write(": still here\n\n"), HEARTBEAT_MS).unref();
  #announcement: NodeJS.Timeout | undefined;

  announce(): void {
    if (this.#open.size === 0) return;
    this.#announcement ??= setTimeout(() => {
      this.#announcement = undefined;
      this.#write(CHANGED);
    }, COALESCE_MS);
  }

  /** Returns false if there are too many listeners. */
  attach(response: ServerResponse): boolean {
    if (this.#open.size >= MAX_LISTENERS) return false;
    this.#open.add(response);
    response.on("close", () => this.#open.delete(response));
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write(`retry: 1000\n${CHANGED}`);
    return true;
  }

  close(): void {
    clearInterval(this.#heartbeat);
    clearTimeout(this.#announcement);
    for (const response of this.#open) response.end();
  }

  #write(text: string): void {
    for (const response of this.#open) {
      // A client that does not read is disconnected, because everything for it would be buffered.
      if (response.writableNeedDrain) response.destroy();
      else response.write(text);
    }
  }
}
