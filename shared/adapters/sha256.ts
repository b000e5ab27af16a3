import { createHash, createHmac, createSecretKey, type Hash, type Hmac, type KeyObject } from "node:crypto";

type Bytes = ArrayBuffer | ArrayBufferView;

/** The SDK's signer keeps its key of the day, and hands in the same array for every request. */
const keys = new WeakMap<object, KeyObject>();
/** It also hands in the credentials' secret each time, to see whether that key is still the right one. */
let latest: { readonly secret: string; readonly key: KeyObject } | undefined;

function keyOf(secret: string | Bytes): KeyObject {
  if (typeof secret === "string") return keyOfText(secret);
  const key = keys.get(secret) ?? createSecretKey(bytesOf(secret));
  keys.set(secret, key);
  return key;
}

function keyOfText(secret: string): KeyObject {
  if (latest?.secret !== secret) latest = { secret, key: createSecretKey(secret, "utf8") };
  return latest.key;
}

function bytesOf(data: Bytes): Uint8Array {
  if (data instanceof Uint8Array) return data;
  return data instanceof ArrayBuffer
    ? new Uint8Array(data)
    : new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
}

/**
 * SHA-256, or HMAC-SHA-256 with a secret, for the signer of a client of the AWS SDK. Node takes six times as long for a key in bytes as
 * for one that it has prepared; the SDK's own class hands over bytes.
 */
export class Sha256 {
  readonly #hash: Hash | Hmac;

  constructor(secret?: string | Bytes) {
    if (secret === undefined) this.#hash = createHash("sha256");
    else this.#hash = createHmac("sha256", keyOf(secret));
  }

  /** Strings are taken as UTF-8. */
  update(data: string | Bytes): void {
    this.#hash.update(typeof data === "string" ? data : bytesOf(data));
  }

  async digest(): Promise<Uint8Array> {
    return this.#hash.digest();
  }
}
