import { createSecretKey, type KeyObject, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { decrypted, encrypted } from "../secrets/aes-gcm.ts";
import { dataKeyOf, type SealingKey } from "../secrets/data-keys.ts";
import type { SealingPurpose } from "../secrets/sealing-purposes.ts";

const KEY_BYTES = 32;

/** Seals data keys with AES-256-GCM under a key from a file, where there is no KMS. */
export class FileSealingKey implements SealingKey {
  readonly #key: KeyObject;
  readonly #purpose: SealingPurpose;

  constructor(keyFile: string, purpose: SealingPurpose) {
    const bytes = Buffer.from(readFileSync(keyFile, "utf8").trim(), "hex");
    if (bytes.length !== KEY_BYTES) throw new Error(`${keyFile} must hold ${KEY_BYTES} bytes in hex`);
    this.#key = createSecretKey(bytes);
    this.#purpose = purpose;
  }

  async makeDataKey(): Promise<string> {
    return encrypted(this.#key, randomBytes(KEY_BYTES), this.#purpose).toString("base64");
  }

  async openDataKey(sealed: string): Promise<KeyObject> {
    return dataKeyOf(decrypted(this.#key, Buffer.from(sealed, "base64"), this.#purpose));
  }
}
