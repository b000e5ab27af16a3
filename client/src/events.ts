import { eventPage } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import type { Transport } from "./transport.ts";
import type { EventPage, EventQuery, HeraldEvent } from "./types.ts";

export interface ListenOptions {
  /** Continues after a `next_cursor`; the default `now` begins with the next event. */
  readonly cursor?: string;
  /** Only events of these types are returned; by default all. */
  readonly types?: readonly HeraldEvent["type"][];
  /** The wait after a page without events; 1 second by default. */
  readonly intervalMs?: number;
  /** An aborted signal ends the iteration with the signal's reason. */
  readonly signal?: AbortSignal;
}

const PATH = "/api/v1/events";

/** Reads the feed of events. Needs an API key. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Returns one page, oldest first; without a cursor it begins with the oldest stored event. There is always a `next_cursor`. */
  page(query: EventQuery = {}, options: CallOptions = {}): Promise<EventPage> {
    return this.#transport.json({ ...options, method: "GET", path: PATH, credential: "api-key", query }, eventPage);
  }

  /** Yields every event after the cursor, without end. An event may come more than once, with the same `id`. */
  async *listen({ types, intervalMs = 1000, signal, ...from }: ListenOptions = {}): AsyncGenerator<HeraldEvent> {
    let cursor = from.cursor ?? "now";
    for (;;) {
      const page = await this.page({ cursor, ...(types && { types: types.join(",") }) }, { signal });
      yield* page.events;
      cursor = page.next_cursor;
      if (page.events.length === 0) await this.#transport.pause(intervalMs, signal);
    }
  }
}
