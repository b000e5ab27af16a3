import { createCipheriv, createDecipheriv, randomBytes } from "node:crypto";
import { readFileSync } from "node:fs";
import { asSealed } from "../secrets/sealed-text.ts";
import { type Sealed, type SecretBinding, type SecretBox, SecretBoxError } from "../secrets/secret-box.ts";

const ALGORITHM = "aes-256-gcm";
const KEY_BYTES = 32;
const NONCE_BYTES = 12;
const TAG_BYTES = 16;
/**
 * The length is set explicitly, because Node would otherwise accept a tag of only four bytes, which is easily guessed.
 */
const TAG = { authTagLength: TAG_BYTES };

/**
 * Encrypts with AES-256-GCM under a key from a file, where there is no KMS. The binding is the additional authenticated
 * data.
 */
export class FileSecretBox implements SecretBox {
  readonly #key: Buffer;

  constructor(keyFile: string) {
    this.#key = Buffer.from(readFileSync(keyFile, "utf8").trim(), "hex");
    if (this.#key.length !== KEY_BYTES) throw new Error(`${keyFile} must hold ${KEY_BYTES} bytes in hex`);
  }

  async seal(plain: string, binding: SecretBinding): Promise<Sealed> {
    const nonce = randomBytes(NONCE_BYTES);
    const cipher = createCipheriv(ALGORITHM, this.#key, nonce, TAG).setAAD(bindingBytes(binding));
    const text = Buffer.concat([cipher.update(plain, "utf8"), cipher.final()]);
    return asSealed(Buffer.concat([nonce, cipher.getAuthTag(), text]).toString("base64"));
  }

  async open(sealed: Sealed, binding: SecretBinding): Promise<string> {
    const bytes = Buffer.from(sealed, "base64");
    const nonce = bytes.subarray(0, NONCE_BYTES);
    const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
    try {
      const decipher = createDecipheriv(ALGORITHM, this.#key, nonce, TAG).setAAD(bindingBytes(binding));
      decipher.setAuthTag(tag);
      const text = bytes.subarray(NONCE_BYTES + TAG_BYTES);
      return Buffer.concat([decipher.update(text), decipher.final()]).toString("utf8");
    } catch (cause) {
      throw new SecretBoxError("the secret does not open", { cause });
    }
  }
}

const bindingBytes = ({ owner, accountId }: SecretBinding): Buffer =>
  Buffer.from(JSON.stringify([owner, accountId]), "utf8");
