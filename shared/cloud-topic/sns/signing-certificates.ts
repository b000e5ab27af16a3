import { type KeyObject, X509Certificate } from "node:crypto";
import { type ExpiringCache, expiringCache } from "../../kernel/expiring-cache.ts";
import { type RatePolicy, takeToken } from "../../kernel/rate-limit.ts";
import { TopicServiceUnavailableError } from "../ports.ts";
import type { BoundedGet } from "./bounded-get.ts";

/** A certificate is kept this long. It stays right, because the topic service gives a new certificate a new address. */
const KEPT_MS = 3_600_000;
const MAX_KEPT = 8;
const BAD_KEPT = { maxEntries: 1000, ttlMs: 600_000 } as const;
/** Addresses that nobody has asked for yet are limited, so that a flood of them causes no flood of requests. */
const NEW_ADDRESSES: RatePolicy = { refillPerSecond: 1, burst: 20 };
/** While the address of the last good certificate does not answer, it is asked again after this time. */
const ASK_AGAIN_MS = 60_000;
const SUBJECT = /^CN=sns\.(?:[a-z0-9-]+\.)?amazonaws\.com(?:\.cn)?$/m;

export interface SigningCertificatesOptions {
  readonly get: BoundedGet;
  /** The clock returns epoch milliseconds. */
  readonly now: () => number;
}

interface SigningKey {
  readonly key: KeyObject;
  readonly fromMs: number;
  readonly untilMs: number;
}

interface LastGood {
  readonly url: string;
  readonly signingKey: SigningKey;
  readonly askAgainAtMs: number;
}

/**
 * Fetches each of the topic service's certificates once and keeps it for an hour. It remembers addresses without a certificate, too.
 * The certificate of the latest genuine message is kept apart, so that strangers' messages can neither remove it nor use up its requests.
 */
export class SigningCertificates {
  readonly #options: SigningCertificatesOptions;
  readonly #known: ExpiringCache<SigningKey>;
  readonly #bad: ExpiringCache<true>;
  readonly #asked = new Map<string, Promise<SigningKey | undefined>>();
  #lastGood: LastGood | undefined;
  #newAddressesTat: number | undefined;

  constructor(options: SigningCertificatesOptions) {
    this.#options = options;
    this.#known = expiringCache({ maxEntries: MAX_KEPT, ttlMs: KEPT_MS }, options.now);
    this.#bad = expiringCache(BAD_KEPT, options.now);
  }

  /** Tells whether the certificate at this address is valid now and `verify` accepts its key. */
  async verifies(url: string, verify: (key: KeyObject) => boolean): Promise<boolean> {
    if (this.#bad.get(url)) return false;
    const signingKey = await this.#signingKeyAt(url);
    const nowMs = this.#options.now();
    if (signingKey === undefined || nowMs < signingKey.fromMs || nowMs > signingKey.untilMs) return false;
    if (!verify(signingKey.key)) return false;
    if (this.#lastGood?.url !== url) this.#keepAsLastGood(url, signingKey, KEPT_MS);
    return true;
  }

  async #signingKeyAt(url: string): Promise<SigningKey | undefined> {
    if (this.#lastGood?.url === url) return this.#lastGoodKey(this.#lastGood);
    return this.#known.get(url) ?? this.#askOnce(url);
  }

  /** After an hour the last good certificate is fetched again; while its address does not answer, the old copy is used. */
  async #lastGoodKey({ url, signingKey, askAgainAtMs }: LastGood): Promise<SigningKey | undefined> {
    if (this.#options.now() < askAgainAtMs) return signingKey;
    try {
      const found = await this.#askOnce(url);
      if (found === undefined) this.#lastGood = undefined;
      else this.#keepAsLastGood(url, found, KEPT_MS);
      return found;
    } catch (error) {
      if (!(error instanceof TopicServiceUnavailableError)) throw error;
      this.#keepAsLastGood(url, signingKey, ASK_AGAIN_MS);
      return signingKey;
    }
  }

  #keepAsLastGood(url: string, signingKey: SigningKey, forMs: number): void {
    this.#lastGood = { url, signingKey, askAgainAtMs: this.#options.now() + forMs };
  }

  #askOnce(url: string): Promise<SigningKey | undefined> {
    const asked = this.#asked.get(url) ?? this.#ask(url).finally(() => this.#asked.delete(url));
    this.#asked.set(url, asked);
    return asked;
  }

  async #ask(url: string): Promise<SigningKey | undefined> {
    if (this.#lastGood?.url !== url) this.#countNewAddress();
    const { status, text } = await this.#options.get(url);
    if (status >= 500) throw new TopicServiceUnavailableError(`the topic service answered ${status}`);
    const found = status === 200 ? signingKeyIn(text) : undefined;
    if (found === undefined) this.#bad.set(url, true);
    else this.#known.set(url, found);
    return found;
  }

  #countNewAddress(): void {
    const next = takeToken(NEW_ADDRESSES, this.#newAddressesTat, this.#options.now());
    if (next === undefined) throw new TopicServiceUnavailableError("too many new addresses of certificates");
    this.#newAddressesTat = next;
  }
}

/** Reads the key of a certificate. Its chain is not checked here, because it came over TLS from the topic service's own host. */
function signingKeyIn(pem: string): SigningKey | undefined {
  try {
    const certificate = new X509Certificate(pem);
    const key = certificate.publicKey;
    if (!SUBJECT.test(certificate.subject) || key.asymmetricKeyType !== "rsa") return undefined;
    return { key, fromMs: Date.parse(certificate.validFrom), untilMs: Date.parse(certificate.validTo) };
  } catch {
    return undefined;
  }
}
