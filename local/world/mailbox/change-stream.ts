import type { ServerResponse } from "node:http";
import type { MessageStore } from "./message-store.ts";

const MAX_LISTENERS = 100;
const HEARTBEAT_MS = 20_000;
/** A burst of mail causes only one notice in this time. Notices carry no data; the page then requests the list. */
const COALESCE_MS = 200;

/** Server-sent events for the web page. At the event `changed`, the page requests the list again. */
export class ChangeStream {
  readonly #open = new Set<ServerResponse>();
  readonly #unsubscribe: () => void;
  readonly #heartbeat: NodeJS.Timeout;
  #announcement: NodeJS.Timeout | undefined;

  constructor(store: MessageStore) {
    this.#unsubscribe = store.onChange(() => {
      if (this.#open.size > 0) this.#announcement ??= setTimeout(() => this.#announce(), COALESCE_MS);
    });
    this.#heartbeat = setInterval(() => this.#write(": still here\n\n"), HEARTBEAT_MS).unref();
  }

  /** Returns false if there are too many listeners. */
  attach(response: ServerResponse): boolean {
    if (this.#open.size >= MAX_LISTENERS) return false;
    this.#open.add(response);
    response.on("close", () => this.#open.delete(response));
    response.writeHead(200, { "content-type": "text/event-stream", "cache-control": "no-store" });
    response.write("retry: 1000\nevent: changed\ndata:\n\n");
    return true;
  }

  close(): void {
    this.#unsubscribe();
    clearInterval(this.#heartbeat);
    clearTimeout(this.#announcement);
    for (const response of this.#open) response.end();
  }

  #announce(): void {
    this.#announcement = undefined;
    this.#write("event: changed\ndata:\n\n");
  }

  #write(text: string): void {
    for (const response of this.#open) {
      // A client that does not read is disconnected, because everything for it would be buffered.
      if (response.writableNeedDrain) response.destroy();
      else response.write(text);
    }
  }
}
