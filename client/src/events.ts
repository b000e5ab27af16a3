import { eventPage } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import type { Transport } from "./transport.ts";
import type { EventPage, EventQuery, HeraldEvent } from "./types.ts";

export interface ListenOptions {
  /** Where to go on: a `next_cursor`; with `now`, which is the default, only what happens from now on. */
  readonly cursor?: string;
  /** All types when left out. */
  readonly types?: readonly HeraldEvent["type"][];
  /** How long to wait when there was nothing new; 1 second when left out. */
  readonly intervalMs?: number;
  /** Ends the iteration with its reason. */
  readonly signal?: AbortSignal;
}

const PATH = "/api/v1/events";

/** Needs an API key. */
export class Events {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Oldest first, from the oldest kept without a cursor. There is always a `next_cursor`: the next page begins behind this one. */
  page(query: EventQuery = {}, options: CallOptions = {}): Promise<EventPage> {
    return this.#transport.json({ ...options, method: "GET", path: PATH, credential: "api-key", query }, eventPage);
  }

  /** Every event from the cursor on, without end. The service announces an event at least once: a repeat has the same `id`. */
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
