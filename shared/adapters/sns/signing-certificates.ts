import { type KeyObject, X509Certificate } from "node:crypto";
import { TopicServiceUnavailableError } from "../../ports/topic-service.ts";
import { expiringCache } from "../memory/expiring-cache.ts";
import type { BoundedGet } from "./bounded-get.ts";

/** The topic service has one certificate at a time; a new one has a new address. */
const KEPT = { maxEntries: 8, ttlMs: 3_600_000 } as const;
const BAD_KEPT = { maxEntries: 1000, ttlMs: 600_000 } as const;
/** Addresses that nobody has asked for yet: a flood of them must not become a flood of requests. */
const NEW_ADDRESSES = { perMs: 60_000, most: 20 } as const;
const SUBJECT = /^CN=sns\.(?:[a-z0-9-]+\.)?amazonaws\.com(?:\.cn)?$/m;

export interface SigningCertificatesOptions {
  readonly get: BoundedGet;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

interface SigningKey {
  readonly key: KeyObject;
  readonly fromMs: number;
  readonly untilMs: number;
}

/** The topic service's certificates by their addresses, each fetched once and kept; what is none is remembered as well. */
export class SigningCertificates {
  readonly #options: SigningCertificatesOptions;
  readonly #known = expiringCache<SigningKey>(KEPT);
  readonly #bad = expiringCache<true>(BAD_KEPT);
  readonly #asked = new Map<string, Promise<SigningKey | undefined>>();
  #askedAtMs: number[] = [];

  constructor(options: SigningCertificatesOptions) {
    this.#options = options;
  }

  /** Undefined when there is no certificate of the topic service at this address, or it is not valid now. */
  async keyAt(url: string): Promise<KeyObject | undefined> {
    if (this.#bad.get(url)) return undefined;
    const found = this.#known.get(url) ?? (await this.#askOnce(url));
    const nowMs = this.#options.now();
    return found !== undefined && found.fromMs <= nowMs && nowMs <= found.untilMs ? found.key : undefined;
  }

  #askOnce(url: string): Promise<SigningKey | undefined> {
    const asked = this.#asked.get(url) ?? this.#ask(url).finally(() => this.#asked.delete(url));
    this.#asked.set(url, asked);
    return asked;
  }

  async #ask(url: string): Promise<SigningKey | undefined> {
    this.#countNewAddress();
    const { status, text } = await this.#options.get(url);
    if (status >= 500) throw new TopicServiceUnavailableError(`the topic service answered ${status}`);
    const found = status === 200 ? signingKey(text) : undefined;
    if (found === undefined) this.#bad.set(url, true);
    else this.#known.set(url, found);
    return found;
  }

  #countNewAddress(): void {
    const nowMs = this.#options.now();
    this.#askedAtMs = this.#askedAtMs.filter((atMs) => atMs > nowMs - NEW_ADDRESSES.perMs);
    if (this.#askedAtMs.length >= NEW_ADDRESSES.most) {
      throw new TopicServiceUnavailableError("too many addresses of certificates within a minute");
    }
    this.#askedAtMs.push(nowMs);
  }
}

/** It came over TLS from the topic service's own host: the chain was checked there. */
function signingKey(pem: string): SigningKey | undefined {
  try {
    const certificate = new X509Certificate(pem);
    const key = certificate.publicKey;
    if (!SUBJECT.test(certificate.subject) || key.asymmetricKeyType !== "rsa") return undefined;
    return { key, fromMs: Date.parse(certificate.validFrom), untilMs: Date.parse(certificate.validTo) };
  } catch {
    return undefined;
  }
}
