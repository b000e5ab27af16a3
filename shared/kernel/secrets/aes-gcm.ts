import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from "node:crypto";

const ALGORITHM = "aes-256-gcm";
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/**
 * The length is set explicitly, because Node would otherwise accept a tag of only four bytes, which is easily guessed.
 */
const TAG = { authTagLength: TAG_BYTES };

/**
 * Encrypts under a key of 32 bytes with a random nonce. `boundTo` is the additional authenticated data. Returns nonce,
 * tag and text, one after the other.
 */
export function encrypted(key: KeyObject, plain: Uint8Array, boundTo: string): Buffer {
  const nonce = randomBytes(NONCE_BYTES);
  const cipher = createCipheriv(ALGORITHM, key, nonce, TAG).setAAD(Buffer.from(boundTo, "utf8"));
  const text = Buffer.concat([cipher.update(plain), cipher.final()]);
  return Buffer.concat([nonce, cipher.getAuthTag(), text]);
}

/** Throws if the key or `boundTo` is another one, or if a byte was changed. */
export function decrypted(key: KeyObject, bytes: Buffer, boundTo: string): Buffer {
  const nonce = bytes.subarray(0, NONCE_BYTES);
  const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
  const decipher = createDecipheriv(ALGORITHM, key, nonce, TAG).setAAD(Buffer.from(boundTo, "utf8"));
  decipher.setAuthTag(tag);
  return Buffer.concat([decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
}
