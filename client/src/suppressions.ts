import { suppression, suppressionPage, suppressionSettings } from "./api-checks.ts";
import type { CallOptions, ChangeOptions, Tagged } from "./call.ts";
import { everyItem, withCursor } from "./paging.ts";
import type { Transport } from "./transport.ts";
import type {
  Suppression,
  SuppressionPage,
  SuppressionQuery,
  SuppressionRequest,
  SuppressionSettings,
  SuppressionSettingsRequest,
} from "./types.ts";

const PATH = "/api/v1/suppressions";
const SETTINGS = `${PATH}/settings`;
const TOKEN = { credential: "access-token" } as const;

/** Manages to whom nothing is sent. Needs an access token. */
export class Suppressions {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists all suppressions, newest first, and fetches pages as the loop needs them. */
  list(
    query: Omit<SuppressionQuery, "cursor"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<Suppression, void, undefined> {
    return everyItem(
      (cursor) => this.page(withCursor<SuppressionQuery>(query, cursor), options),
      ({ suppressions }) => suppressions,
    );
  }

  /** Returns one page, newest first. Continue with the answer's `next_cursor` while there is one. */
  page(query: SuppressionQuery = {}, options: CallOptions = {}): Promise<SuppressionPage> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: PATH, query }, suppressionPage);
  }

  /** Suppresses a recipient. If a suppression with the same recipient, reason and topic exists, that one is returned. */
  create(request: SuppressionRequest, options: CallOptions = {}): Promise<Suppression> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: PATH, json: request }, suppression);
  }

  /** Returns the words by which customers stop marketing. */
  settings(options: CallOptions = {}): Promise<Tagged<SuppressionSettings>> {
    return this.#transport.record({ ...options, ...TOKEN, method: "GET", path: SETTINGS }, suppressionSettings);
  }

  /** Replaces the words by which customers stop marketing. */
  replaceSettings(
    request: SuppressionSettingsRequest,
    options: ChangeOptions = {},
  ): Promise<Tagged<SuppressionSettings>> {
    const call = { ...options, ...TOKEN, method: "PUT", path: SETTINGS, json: request } as const;
    return this.#transport.record(call, suppressionSettings);
  }

  /** Deletes one suppression; others of the same recipient stay. */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.#transport.nothing({
      ...options,
      ...TOKEN,
      method: "DELETE",
      path: `${PATH}/${encodeURIComponent(id)}`,
    });
  }
}
