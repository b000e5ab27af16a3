import { notification, notificationPage, notificationTimeline } from "./api-checks.ts";
import { HeraldError } from "./herald-error.ts";
import type { SendRequest } from "./template-sends.ts";
import type { CallOptions, Transport } from "./transport.ts";
import type { Notification, NotificationPage, NotificationQuery, NotificationTimeline } from "./types.ts";

export interface SendOptions extends CallOptions {
  /** 1 to 255 visible characters; made for each call when left out. Give your own (an order's number) to make a repeat of your whole program harmless. */
  readonly idempotencyKey?: string;
}

export interface WaitOptions {
  /** 60 seconds when left out. */
  readonly timeoutMs?: number;
  /** 1 second when left out: the service refills one request a second. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

const PATH = "/api/v1/notifications";
const isSettled = ({ status }: Notification): boolean => status === "sent" || status === "failed";

/** Needs an API key. */
export class Notifications {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** The answer means queued, not delivered: see `waitUntilSettled`. Sent again after a failure of the line, under the same key: never done twice. */
  send<const Reference extends string = string>(
    request: SendRequest<Reference> & { readonly template_id?: Reference },
    options: SendOptions = {},
  ): Promise<Notification> {
    const { idempotencyKey = crypto.randomUUID(), ...more } = options;
    return this.#transport.json(
      {
        ...more,
        method: "POST",
        path: PATH,
        credential: "api-key",
        json: request,
        idempotencyKey,
      },
      notification,
    );
  }

  get(id: string, options: CallOptions = {}): Promise<Notification> {
    return this.#transport.json(
      {
        ...options,
        method: "GET",
        path: `${PATH}/${encodeURIComponent(id)}`,
        credential: "api-key",
      },
      notification,
    );
  }

  /** Newest first; go on with `next_cursor` and the same filters. */
  list(query: NotificationQuery = {}, options: CallOptions = {}): Promise<NotificationPage> {
    return this.#transport.json(
      { ...options, method: "GET", path: PATH, credential: "api-key", query },
      notificationPage,
    );
  }

  /** Its timeline, and why it is as it is. */
  timeline(id: string, options: CallOptions = {}): Promise<NotificationTimeline> {
    return this.#transport.json(
      { ...options, method: "GET", path: `${PATH}/${encodeURIComponent(id)}/timeline`, credential: "api-key" },
      notificationTimeline,
    );
  }

  /**
   * Asks until the notification is `sent` or `failed`, and answers it: a failed one is no error of this call.
   * Ends with a HeraldError without status after `timeoutMs`; a chat message may stay `submitted` for as long as its provider says nothing.
   */
  async waitUntilSettled(id: string, options: WaitOptions = {}): Promise<Notification> {
    const { timeoutMs = 60_000, intervalMs = 1000, signal } = options;
    const endMs = Date.now() + timeoutMs;
    for (;;) {
      const current = await this.get(id, { signal });
      if (isSettled(current)) return current;
      if (Date.now() + intervalMs > endMs)
        throw new HeraldError(`the notification is still ${current.status} after ${timeoutMs} ms`);
      await this.#transport.pause(intervalMs, signal);
    }
  }
}
