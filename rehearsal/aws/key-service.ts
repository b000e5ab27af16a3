import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from "node:crypto";
import { isRecord } from "../template/intrinsics.ts";

/** Represents a refusal with the service's own type and message. */
export class ServiceError extends Error {
  override readonly name = "ServiceError";
  readonly type: string;

  constructor(type: string, message: string) {
    super(message);
    this.type = type;
  }
}

export interface KeyService {
  /** `key` is an ARN or the name of an alias (`alias/…`). */
  encrypt(key: string, plaintext: Buffer, context: unknown): Buffer;
  /** Makes a random data key of this many bytes and returns it sealed. */
  dataKey(key: string, bytes: number, context: unknown): Buffer;
  /** Returns the key or alias that sealed the blob, or undefined if this service did not seal it. */
  keyOf(blob: Buffer): string | undefined;
  decrypt(blob: Buffer, context: unknown): Buffer;
}

const LONGEST_PLAINTEXT = 4096;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
const LENGTH_BYTES = 2;

/**
 * Derives all keys from one secret, so that a secret that was sealed before a deployment can be opened after it.
 * Sealing uses AES-GCM and authenticates the encryption context.
 */
export function keyService(secret: Buffer): KeyService {
  const keyFor = (arn: string): Buffer => Buffer.from(hkdfSync("sha256", secret, arn, "key", 32));
  const keyOf = (blob: Buffer): string | undefined => {
    if (blob.length < LENGTH_BYTES) return undefined;
    const end = LENGTH_BYTES + blob.readUInt16BE(0);
    const arn = blob.subarray(LENGTH_BYTES, end).toString();
    return /^(?:arn:aws:kms:|alias\/)/.test(arn) ? arn : undefined;
  };
  const encrypt: KeyService["encrypt"] = (arn, plaintext, context) => {
    if (plaintext.length > LONGEST_PLAINTEXT)
      throw new ServiceError("ValidationException", "the plaintext is longer than 4096 bytes");
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv("aes-256-gcm", keyFor(arn), nonce).setAAD(canonical(context));
    const sealed = Buffer.concat([cipher.update(plaintext), cipher.final()]);
    const length = Buffer.alloc(LENGTH_BYTES);
    length.writeUInt16BE(Buffer.byteLength(arn));
    return Buffer.concat([length, Buffer.from(arn), nonce, cipher.getAuthTag(), sealed]);
  };
  return {
    keyOf,
    encrypt,
    dataKey: (arn, bytes, context) => encrypt(arn, randomBytes(bytes), context),
    decrypt(blob, context) {
      const arn = keyOf(blob);
      if (arn === undefined) throw new ServiceError("InvalidCiphertextException", "");
      const rest = blob.subarray(LENGTH_BYTES + Buffer.byteLength(arn));
      const [nonce, tag] = [rest.subarray(0, NONCE_BYTES), rest.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES)];
      try {
        const decipher = createDecipheriv("aes-256-gcm", keyFor(arn), nonce).setAAD(canonical(context)).setAuthTag(tag);
        return Buffer.concat([decipher.update(rest.subarray(NONCE_BYTES + TAG_BYTES)), decipher.final()]);
      } catch {
        throw new ServiceError("InvalidCiphertextException", "");
      }
    },
  };
}

const canonical = (context: unknown): Buffer =>
  Buffer.from(JSON.stringify(Object.entries(isRecord(context) ? context : {}).sort(([a], [b]) => (a < b ? -1 : 1))));
