import {
  replayWebhook,
  retryWebhookDelivery,
  webhook,
  webhookDeliveryPage,
  webhookTestAnswer,
  webhookWithSecret,
} from "./api-checks.ts";
import type { CallOptions } from "./call.ts";
import { array } from "./check.ts";
import { everyItem, withCursor } from "./paging.ts";
import type { Transport } from "./transport.ts";
import type {
  AwaitedDelivery,
  ReplayRequest,
  RotateSecretRequest,
  Webhook,
  WebhookDeliveryPage,
  WebhookDeliveryQuery,
  WebhookRequest,
  WebhookTestAnswer,
  WebhookWithSecret,
} from "./types.ts";
import { verifyWebhook } from "./verify-webhook.ts";

const PATH = "/api/v1/webhooks";
const TOKEN = { credential: "access-token" } as const;
const at = (id: string, below = ""): string => `${PATH}/${encodeURIComponent(id)}${below}`;

/** Needs an access token, but for `verify`. */
export class Webhooks {
  /** The same as `webhooks.verify`, which needs no client. */
  readonly verify = verifyWebhook;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** All of them. */
  list(options: CallOptions = {}): Promise<Webhook[]> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: PATH }, array(webhook));
  }

  /** The answer has its secret, which no other answer shows. */
  create(request: WebhookRequest, options: CallOptions = {}): Promise<WebhookWithSecret> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: PATH, json: request }, webhookWithSecret);
  }

  /** One webhook, without its secret. */
  get(id: string, options: CallOptions = {}): Promise<Webhook> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: at(id) }, webhook);
  }

  /** Replaces all but the secret; enables it unless the request says otherwise. */
  replace(id: string, request: WebhookRequest, options: CallOptions = {}): Promise<Webhook> {
    return this.#transport.json({ ...options, ...TOKEN, method: "PUT", path: at(id), json: request }, webhook);
  }

  /** Nothing more is posted to it. */
  delete(id: string, options: CallOptions = {}): Promise<void> {
    return this.#transport.nothing({ ...options, ...TOKEN, method: "DELETE", path: at(id) });
  }

  /** The secret before signs beside the new one for the grace period, which is a day when left out. */
  rotateSecret(id: string, request: RotateSecretRequest = {}, options: CallOptions = {}): Promise<WebhookWithSecret> {
    const path = at(id, "/rotate-secret");
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path, json: request }, webhookWithSecret);
  }

  /** Posts a `webhook.test` now, and answers what the receiver did, whatever that was. */
  test(id: string, options: CallOptions = {}): Promise<WebhookTestAnswer> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: at(id, "/test") }, webhookTestAnswer);
  }

  /** One entry a try, newest first; pages are fetched as they are asked for. */
  deliveries(
    id: string,
    query: Omit<WebhookDeliveryQuery, "cursor"> = {},
    options: CallOptions = {},
  ): AsyncGenerator<WebhookDeliveryPage["deliveries"][number], void, undefined> {
    return everyItem(
      (cursor) => this.deliveryPage(id, withCursor<WebhookDeliveryQuery>(query, cursor), options),
      ({ deliveries }) => deliveries,
    );
  }

  /** One entry a try, newest first. While there are more, the answer's `next_cursor` is the next call's `cursor`. */
  deliveryPage(id: string, query: WebhookDeliveryQuery = {}, options: CallOptions = {}): Promise<WebhookDeliveryPage> {
    const path = at(id, "/deliveries");
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path, query }, webhookDeliveryPage);
  }

  /** Sends an event again, now. */
  retry(id: string, eventId: string, options: CallOptions = {}): Promise<AwaitedDelivery> {
    const path = at(id, `/deliveries/${encodeURIComponent(eventId)}/retry`);
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path }, retryWebhookDelivery);
  }

  /** Sends again what the feed still has since then. */
  replay(id: string, request: ReplayRequest, options: CallOptions = {}): Promise<AwaitedDelivery> {
    const path = at(id, "/replay");
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path, json: request }, replayWebhook);
  }
}
