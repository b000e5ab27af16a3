import { Agent as TlsAgent } from "node:https";
import type { Clock } from "../../kernel/clock.ts";
import type { AddressGuard } from "../../kernel/network/address-guard.ts";
import { withinDeadline } from "../../kernel/network/deadline.ts";
import { errorText } from "../../kernel/network/error-text.ts";
import { TurnPostponedError } from "../../kernel/network/owner-turns.ts";
import { type OutgoingRequest, postRequest } from "../../kernel/network/post-request.ts";
import { trust } from "../../kernel/network/trust.ts";
import { isTestOwner } from "../../kernel/test-mode.ts";
import type { WebhookAnswer, WebhookRequest, WebhookSender } from "../ports.ts";
import { signature } from "./signature.ts";

export interface HttpWebhookSenderOptions {
  readonly guard: AddressGuard;
  readonly clock: Clock;
  /** True when webhooks may have `http:` addresses. */
  readonly isHttpAllowed: boolean;
  /** Certificates of authorities (PEM) that are trusted in addition to Node's own. */
  readonly extraAuthorities?: readonly string[];
  readonly timeoutMs?: number;
  /** The body of the answer may take this many milliseconds after its status. */
  readonly maxBodyMs?: number;
}

/** A receiver has 15 seconds to answer (D40c). */
const TIMEOUT_MS = 15_000;
const MAX_ANSWER_BYTES = 65_536;

/** Posts by the specification Standard Webhooks. Every request has its own connection, to addresses vetted for it. Redirects are not followed. */
export class HttpWebhookSender implements WebhookSender {
  readonly #options: HttpWebhookSenderOptions;
  readonly #tlsAgent: TlsAgent;

  constructor(options: HttpWebhookSenderOptions) {
    this.#options = options;
    const secureContext = trust(options.extraAuthorities);
    this.#tlsAgent = new TlsAgent({ keepAlive: false, maxCachedSessions: 0, secureContext });
  }

  async send(request: WebhookRequest): Promise<WebhookAnswer> {
    const { timeoutMs = TIMEOUT_MS } = this.#options;
    const startedAt = performance.now();
    const durationMs = (): number => Math.round(performance.now() - startedAt);
    const progress: { status?: number } = {};
    const late = (): WebhookAnswer =>
      progress.status === undefined
        ? { kind: "unanswered", error: `no answer within ${timeoutMs / 1000} s`, durationMs: durationMs() }
        : { kind: "answered", statusCode: progress.status, body: "", durationMs: durationMs() };
    const work = async (signal: AbortSignal): Promise<WebhookAnswer> => {
      try {
        const { status, text } = await this.#post(request, signal, (known) => {
          progress.status = known;
        });
        return { kind: "answered", statusCode: status, body: text, durationMs: durationMs() };
      } catch (error) {
        if (error instanceof TurnPostponedError)
          return { kind: "postponed", error: error.message, retryInSeconds: error.retryInSeconds };
        return { kind: "unanswered", error: errorText(error), durationMs: durationMs() };
      }
    };
    return withinDeadline(timeoutMs, work, late);
  }

  async #post(request: WebhookRequest, signal: AbortSignal, onStatus: (status: number) => void) {
    const outgoing = this.#signed(request);
    const addresses = await this.#options.guard.resolve(outgoing.url.hostname, request.owner);
    signal.throwIfAborted();
    const bytesRead = () => MAX_ANSWER_BYTES;
    const { maxBodyMs } = this.#options;
    return postRequest(outgoing, { addresses, tlsAgent: this.#tlsAgent, signal, bytesRead, maxBodyMs, onStatus });
  }

  #signed({ owner, url: address, eventId, body, secrets }: WebhookRequest): OutgoingRequest {
    const url = new URL(address);
    const isAllowed = url.protocol === "https:" || (url.protocol === "http:" && this.#options.isHttpAllowed);
    if (!isAllowed) throw new Error("the address of a webhook must begin with https://");
    const timestamp = Math.floor(this.#options.clock.now() / 1000);
    const bytes = Buffer.from(body, "utf8");
    return {
      url,
      body: bytes,
      headers: {
        "content-type": "application/json",
        "content-length": String(bytes.length),
        "user-agent": "Herald-Webhooks",
        "webhook-id": eventId,
        "webhook-timestamp": String(timestamp),
        "webhook-signature": signature(secrets, { id: eventId, timestamp, body }),
        // Receivers of both modes tell them apart by this header (D48b).
        ...(isTestOwner(owner) && { "herald-mode": "test" }),
      },
    };
  }
}
