import { sandboxMessageDetail, sandboxMessagePage } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { everyItem, withCursor } from "./paging.ts";
import type { Transport } from "./transport.ts";
import type { SandboxMessage, SandboxMessageDetail, SandboxMessagePage, SandboxMessageQuery } from "./types.ts";

const PATH = "/api/v1/sandbox/messages";
/** Only the last part of a source is shorter. */
const PART_BYTES = 3_000_000;
/** The largest mail has some 12 parts. */
const MOST_PARTS = 20;
const KEY = { credential: "api-key" } as const;

/** Reads and deletes the mails of test mode. Needs a key of test mode. */
export class SandboxMessages {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists all mails, newest first, and fetches pages as the loop needs them. `to` asks for the mails of one recipient. */
  list(
    query: Omit<SandboxMessageQuery, "cursor"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<SandboxMessage, void, undefined> {
    return everyItem(
      (cursor) => this.page(withCursor<SandboxMessageQuery>(query, cursor), options),
      ({ messages }) => messages,
    );
  }

  /** Returns one page, newest first. Continue with the answer's `next_cursor` while there is one. */
  page(query: SandboxMessageQuery = {}, options: CallOptions = {}): Promise<SandboxMessagePage> {
    return this.#transport.json({ ...options, ...KEY, method: "GET", path: PATH, query }, sandboxMessagePage);
  }

  /** Returns one mail with its headers and texts. */
  get(id: string, options: CallOptions = {}): Promise<SandboxMessageDetail> {
    const path = `${PATH}/${encodeURIComponent(id)}`;
    return this.#transport.json({ ...options, ...KEY, method: "GET", path }, sandboxMessageDetail);
  }

  /** Returns the source of one mail, as a mail server would have got it. A large one comes in several requests. */
  async raw(id: string, options: CallOptions = {}): Promise<string> {
    const path = `${PATH}/${encodeURIComponent(id)}/raw`;
    const parts: string[] = [];
    for (let from = 0; parts.length < MOST_PARTS; ) {
      const part = await this.#transport.text({ ...options, ...KEY, method: "GET", path, query: { from } });
      const bytes = new TextEncoder().encode(part).length;
      parts.push(part);
      from += bytes;
      if (bytes < PART_BYTES) return parts.join("");
    }
    throw new Error(`the source of mail ${id} does not end`);
  }

  /** Deletes all mails. */
  clear(options: CallOptions = {}): Promise<void> {
    return this.#transport.nothing({ ...options, ...KEY, method: "DELETE", path: PATH });
  }
}
