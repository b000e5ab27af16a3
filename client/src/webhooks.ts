import {
  replayWebhook,
  retryWebhookDelivery,
  webhook,
  webhookDeliveryPage,
  webhookTestAnswer,
  webhookWithSecret,
} from "./api-checks.ts";
import type { CallOptions, ChangeOptions, Tagged } from "./call.ts";
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

/** Manages webhooks and verifies their requests. Needs an access token, except for `verify`. */
export class Webhooks {
  /** Verifies a request; `webhooks.verify` does the same without a client. */
  readonly verify = verifyWebhook;
  readonly #transport: Transport;

  constructor(transport: Transport) {
    this.#transport = transport;
  }

  /** Lists all webhooks. */
  list(options: CallOptions = {}): Promise<Webhook[]> {
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path: PATH }, array(webhook));
  }

  /** Creates a webhook. Only this answer contains its secret. */
  create(request: WebhookRequest, options: CallOptions = {}): Promise<Tagged<WebhookWithSecret>> {
    return this.#transport.record(
      { ...options, ...TOKEN, method: "POST", path: PATH, json: request },
      webhookWithSecret,
    );
  }

  /** Returns one webhook without its secret. */
  get(id: string, options: CallOptions = {}): Promise<Tagged<Webhook>> {
    return this.#transport.record({ ...options, ...TOKEN, method: "GET", path: at(id) }, webhook);
  }

  /** Replaces everything except the secret; the webhook is enabled unless the request says otherwise. */
  replace(id: string, request: WebhookRequest, options: ChangeOptions = {}): Promise<Tagged<Webhook>> {
    return this.#transport.record({ ...options, ...TOKEN, method: "PUT", path: at(id), json: request }, webhook);
  }

  /** Deletes the webhook; nothing more is posted to it. */
  delete(id: string, options: ChangeOptions = {}): Promise<void> {
    return this.#transport.nothing({ ...options, ...TOKEN, method: "DELETE", path: at(id) });
  }

  /** Makes a new secret. The old secret continues to sign, too, for a grace period, by default a day. */
  rotateSecret(
    id: string,
    request: RotateSecretRequest = {},
    options: CallOptions = {},
  ): Promise<Tagged<WebhookWithSecret>> {
    const path = at(id, "/rotate-secret");
    return this.#transport.record({ ...options, ...TOKEN, method: "POST", path, json: request }, webhookWithSecret);
  }

  /** Posts a `webhook.test` now and returns the receiver's answer, even a failing one. */
  test(id: string, options: CallOptions = {}): Promise<WebhookTestAnswer> {
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path: at(id, "/test") }, webhookTestAnswer);
  }

  /** Lists all tries, newest first, and fetches pages as the loop needs them. */
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

  /** Returns one page of tries, newest first. Continue with the answer's `next_cursor` while there is one. */
  deliveryPage(id: string, query: WebhookDeliveryQuery = {}, options: CallOptions = {}): Promise<WebhookDeliveryPage> {
    const path = at(id, "/deliveries");
    return this.#transport.json({ ...options, ...TOKEN, method: "GET", path, query }, webhookDeliveryPage);
  }

  /** Sends an event again at once. */
  retry(id: string, eventId: string, options: CallOptions = {}): Promise<AwaitedDelivery> {
    const path = at(id, `/deliveries/${encodeURIComponent(eventId)}/retry`);
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path }, retryWebhookDelivery);
  }

  /** Sends the stored events since the given time again. */
  replay(id: string, request: ReplayRequest, options: CallOptions = {}): Promise<AwaitedDelivery> {
    const path = at(id, "/replay");
    return this.#transport.json({ ...options, ...TOKEN, method: "POST", path, json: request }, replayWebhook);
  }
}
