import type { ServerResponse } from "node:http";

const MAX_LISTENERS = 100;
const HEARTBEAT_MS = 20_000;
/** A burst causes one notice in this time: the page asks for the threads, they are not pushed. */
const COALESCE_MS = 200;
const CHANGED = "event: changed\ndata:\n\n";

/** Server-sent events for the telephone's page: `changed` says that the threads are worth asking for again. */
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

  /** False when there are too many listeners already. */
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
      // A reader that does not read would make us keep everything for it.
      if (response.writableNeedDrain) response.destroy();
      else response.write(text);
    }
  }
}
