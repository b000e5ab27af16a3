import { batchResults, notification, notificationPage, notificationTimeline } from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { HeraldTimeoutError } from "./herald-error.ts";
import { everyItem, withCursor } from "./paging.ts";
import type { SendRequest } from "./template-sends.ts";
import type { Transport } from "./transport.ts";
import type {
  BatchRequest,
  BatchResults,
  Notification,
  NotificationPage,
  NotificationQuery,
  NotificationTimeline,
} from "./types.ts";

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
const at = (id: string, step = ""): string => `${PATH}/${encodeURIComponent(id)}${step}`;
const SETTLED: ReadonlySet<Notification["status"]> = new Set(["sent", "failed", "canceled"]);
const isSettled = ({ status }: Notification): boolean => SETTLED.has(status);

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

  /**
   * Up to 100, each judged like a single one: look at every result. With `atomic` one that is not valid refuses them all, with a HeraldError
   * whose `results` say what each lacks. Sent again as `send` is: no item is created twice.
   */
  sendBatch(request: BatchRequest, options: SendOptions = {}): Promise<BatchResults> {
    const { idempotencyKey = crypto.randomUUID(), ...more } = options;
    const call = { ...more, method: "POST", path: `${PATH}/batch`, credential: "api-key" } as const;
    return this.#transport.json({ ...call, json: request, idempotencyKey }, batchResults);
  }

  /** One notification as it is now. A HeraldError of status 404 where there is none. */
  get(id: string, options: CallOptions = {}): Promise<Notification> {
    return this.#transport.json({ ...options, method: "GET", path: at(id), credential: "api-key" }, notification);
  }

  /** Before its first attempt, or while a retry waits; again it is the same. A HeraldError of status 409 says that it is too late. */
  cancel(id: string, options: CallOptions = {}): Promise<Notification> {
    const call = { ...options, method: "POST", path: at(id, "/cancel"), credential: "api-key" } as const;
    return this.#transport.json({ ...call, isIdempotent: true }, notification);
  }

  /** Moves what was sent with `send_at`, before its first attempt. */
  reschedule(id: string, sendAt: string | Date, options: CallOptions = {}): Promise<Notification> {
    const json = { send_at: typeof sendAt === "string" ? sendAt : sendAt.toISOString() };
    const call = { ...options, method: "PATCH", path: at(id), credential: "api-key", json } as const;
    return this.#transport.json(call, notification);
  }

  /** The content of one that has ended once more, at once, as a new notification. Sent again as `send` is. */
  resend(id: string, options: SendOptions = {}): Promise<Notification> {
    const { idempotencyKey = crypto.randomUUID(), ...more } = options;
    const call = { ...more, method: "POST", path: at(id, "/resend"), credential: "api-key" } as const;
    return this.#transport.json({ ...call, idempotencyKey }, notification);
  }

  /** Every one that fits the filters, newest first: `for await (const notification of notifications.list())`. Pages are fetched as they are asked for. */
  list(
    query: Omit<NotificationQuery, "cursor"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<NotificationPage["notifications"][number], void, undefined> {
    return everyItem(
      (cursor) => this.page(withCursor<NotificationQuery>(query, cursor), options),
      ({ notifications }) => notifications,
    );
  }

  /** One page, newest first; go on with `next_cursor` and the same filters. */
  page(query: NotificationQuery = {}, options: CallOptions = {}): Promise<NotificationPage> {
    return this.#transport.json(
      { ...options, method: "GET", path: PATH, credential: "api-key", query },
      notificationPage,
    );
  }

  /** Its timeline, and why it is as it is. */
  timeline(id: string, options: CallOptions = {}): Promise<NotificationTimeline> {
    return this.#transport.json(
      { ...options, method: "GET", path: at(id, "/timeline"), credential: "api-key" },
      notificationTimeline,
    );
  }

  /**
   * Asks until the notification is `sent`, `failed` or `canceled`, and answers it: a failed one is no error of this call.
   * Ends with a HeraldTimeoutError after `timeoutMs`; a chat message may stay `submitted` for as long as its provider says nothing.
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
