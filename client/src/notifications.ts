import {
  batchResults,
  expandedNotification,
  notification,
  notificationPage,
  notificationTimeline,
} from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { HeraldTimeoutError } from "./herald-error.ts";
import { everyItem, withCursor } from "./paging.ts";
import type { SendRequest } from "./template-sends.ts";
import type { Transport } from "./transport.ts";
import type {
  BatchRequest,
  BatchResults,
  ExpandedNotification,
  Notification,
  NotificationPage,
  NotificationQuery,
  NotificationTimeline,
} from "./types.ts";

export interface SendOptions extends CallOptions {
  /**
   * The key has 1 to 255 visible characters; by default each call gets a new one. Pass your own, such as an order's number, so that even a
   * repeated run of your program sends only once.
   */
  readonly idempotencyKey?: string;
}

export interface WaitOptions {
  /** The longest wait; 60 seconds by default. */
  readonly timeoutMs?: number;
  /** The wait between two requests; 1 second by default, which is the rate that the service allows. */
  readonly intervalMs?: number;
  readonly signal?: AbortSignal;
}

export interface GetOptions extends CallOptions {
  /** Adds what was sent in `request`, without text and data, and in `resent_as` the notifications that send it again. */
  readonly expand?: "request";
}

const PATH = "/api/v1/notifications";
const at = (id: string, step = ""): string => `${PATH}/${encodeURIComponent(id)}${step}`;
const SETTLED: ReadonlySet<Notification["status"]> = new Set(["sent", "failed", "canceled"]);
const isSettled = ({ status }: Notification): boolean => SETTLED.has(status);

/** Sends and follows notifications. Needs an API key. */
export class Notifications {
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /**
   * Queues a notification; `waitUntilSettled` tells whether it was delivered. After a failed connection the request is repeated with the
   * same key, so the notification is never sent twice.
   */
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

  /**
   * Queues up to 100 notifications, each of which may be refused by itself, so check every result. With `atomic`, one invalid notification
   * refuses all of them with a HeraldError whose `results` name the problems. A repeated request creates nothing twice, as with `send`.
   */
  sendBatch(request: BatchRequest, options: SendOptions = {}): Promise<BatchResults> {
    const { idempotencyKey = crypto.randomUUID(), ...more } = options;
    const call = { ...more, method: "POST", path: `${PATH}/batch`, credential: "api-key" } as const;
    return this.#transport.json({ ...call, json: request, idempotencyKey }, batchResults);
  }

  /** Returns one notification in its current state. Throws a HeraldError with status 404 where there is none. */
  get(id: string, options: GetOptions & { readonly expand: "request" }): Promise<ExpandedNotification>;
  get(id: string, options?: GetOptions): Promise<Notification>;
  get(id: string, { expand, ...options }: GetOptions = {}): Promise<Notification> {
    const call = { ...options, method: "GET", path: at(id), credential: "api-key" } as const;
    if (expand === undefined) return this.#transport.json(call, notification);
    return this.#transport.json({ ...call, query: { expand } }, expandedNotification);
  }

  /**
   * Cancels a notification before its first attempt or before a retry, and may be repeated. Status 409 means that the notification can no
   * longer be canceled.
   */
  cancel(id: string, options: CallOptions = {}): Promise<Notification> {
    const call = { ...options, method: "POST", path: at(id, "/cancel"), credential: "api-key" } as const;
    return this.#transport.json({ ...call, isIdempotent: true }, notification);
  }

  /** Moves a notification with `send_at` to another time, before its first attempt. */
  reschedule(id: string, sendAt: string | Date, options: CallOptions = {}): Promise<Notification> {
    const json = { send_at: typeof sendAt === "string" ? sendAt : sendAt.toISOString() };
    const call = { ...options, method: "PATCH", path: at(id), credential: "api-key", json } as const;
    return this.#transport.json(call, notification);
  }

  /** Sends the content of an ended notification again, at once, as a new notification. A repeated request sends nothing twice. */
  resend(id: string, options: SendOptions = {}): Promise<Notification> {
    const { idempotencyKey = crypto.randomUUID(), ...more } = options;
    const call = { ...more, method: "POST", path: at(id, "/resend"), credential: "api-key" } as const;
    return this.#transport.json({ ...call, idempotencyKey }, notification);
  }

  /**
   * Lists the notifications that match the filters, newest first: `for await (const notification of notifications.list())`. Pages are
   * fetched as the loop needs them.
   */
  list(
    query: Omit<NotificationQuery, "cursor"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<NotificationPage["notifications"][number], void, undefined> {
    return everyItem(
      (cursor) => this.page(withCursor<NotificationQuery>(query, cursor), options),
      ({ notifications }) => notifications,
    );
  }

  /** Returns one page, newest first; continue with `next_cursor` and the same filters. */
  page(query: NotificationQuery = {}, options: CallOptions = {}): Promise<NotificationPage> {
    return this.#transport.json(
      { ...options, method: "GET", path: PATH, credential: "api-key", query },
      notificationPage,
    );
  }

  /** Returns the timeline of a notification, with an explanation of its state. */
  timeline(id: string, options: CallOptions = {}): Promise<NotificationTimeline> {
    return this.#transport.json(
      { ...options, method: "GET", path: at(id, "/timeline"), credential: "api-key" },
      notificationTimeline,
    );
  }

  /**
   * Asks repeatedly until the notification is `sent`, `failed` or `canceled`, and returns it; a failed notification is no error of this call.
   * Throws a HeraldTimeoutError after `timeoutMs`; a chat message may stay `submitted` as long as its provider is silent.
   */
  async waitUntilSettled(id: string, options: WaitOptions = {}): Promise<Notification> {
    const { timeoutMs = 60_000, intervalMs = 1000, signal } = options;
    const endMs = Date.now() + timeoutMs;
    for (;;) {
      const current = await this.get(id, { signal });
      if (isSettled(current)) return current;
      if (Date.now() + intervalMs > endMs)
        throw new HeraldTimeoutError(`the notification ${id} is still ${current.status} after ${timeoutMs} ms`);
      await this.#transport.pause(intervalMs, signal);
    }
  }
}
