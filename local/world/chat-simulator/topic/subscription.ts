import { randomBytes, randomUUID } from "node:crypto";
import type { ChatDatabase } from "../database.ts";
import { postMessage } from "./post-message.ts";
import { type Signing, signedMessage, type UnsignedMessage } from "./sns-message.ts";

export interface SubscriptionOptions {
  readonly db: ChatDatabase;
  readonly topicArn: string;
  readonly signing: () => Signing;
  readonly onConfirmed: () => void;
}

const MAX_TOKENS = 1000;

/** The webhook's subscription to the topic. Nothing is published to an address that has not confirmed. */
export class Subscription {
  readonly #options: SubscriptionOptions;
  #subscriber: unknown;
  /** The address that each token was sent to, and its topic. */
  readonly #tokens = new Map<string, { readonly endpoint: string; readonly topicArn: string }>();

  constructor(options: SubscriptionOptions) {
    this.#options = options;
    const row = options.db.connection.prepare("SELECT value FROM setting WHERE name = 'subscriber'").get();
    this.#subscriber = row?.value;
  }

  isConfirmed(endpoint: string): boolean {
    return this.#subscriber === endpoint;
  }

  /**
   * Confirms the address that the token was sent to, which then gets the notifications. Other topics than the own one have no notifications
   * but those that tests publish by hand. Returns false if the token is unknown.
   */
  confirm(topicArn: string, token: string): boolean {
    const { endpoint, topicArn: asked } = this.#tokens.get(token) ?? {};
    if (endpoint === undefined || topicArn !== asked) return false;
    if (topicArn !== this.#options.topicArn) return true;
    this.#options.db.connection
      .prepare("INSERT OR REPLACE INTO setting (name, value) VALUES ('subscriber', ?)")
      .run(endpoint);
    this.#subscriber = endpoint;
    this.#options.onConfirmed();
    return true;
  }

  /** Builds a confirmation as the topic service sends it, with a token for `endpoint`. */
  confirmation(endpoint: string, topicArn = this.#options.topicArn): UnsignedMessage {
    const token = randomBytes(128).toString("hex");
    this.#tokens.set(token, { endpoint, topicArn });
    const [oldest] = this.#tokens.keys();
    if (this.#tokens.size > MAX_TOKENS && oldest !== undefined) this.#tokens.delete(oldest);
    const query = new URLSearchParams({ Action: "ConfirmSubscription", TopicArn: topicArn, Token: token });
    return {
      Type: "SubscriptionConfirmation",
      MessageId: randomUUID(),
      Token: token,
      TopicArn: topicArn,
      Message: `You have chosen to subscribe to the topic ${topicArn}.\nTo confirm the subscription, visit the SubscribeURL included in this message.`,
      SubscribeURL: `${this.#options.signing().origin}/?${query}`,
      Timestamp: new Date().toISOString(),
    };
  }

  /** Asks the webhook to confirm the subscription. The webhook confirms by visiting the SubscribeURL, now or later. */
  async ask(endpoint: string, signal: AbortSignal): Promise<void> {
    const message = await signedMessage(this.confirmation(endpoint), this.#options.signing());
    await postMessage(endpoint, message, signal).catch(() => undefined);
  }
}
