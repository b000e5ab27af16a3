import { decrypted, encrypted } from "./aes-gcm.ts";
import type { DataKeys } from "./data-keys.ts";
import { asSealed } from "./sealed-text.ts";
import { type Sealed, type SecretBinding, type SecretBox, SecretBoxError } from "./secret-box.ts";

/** The form of a sealed text: the version, the id of its data key, and nonce, tag and text in base64. */
const VERSION = "1";
const FORM = /^1\.([0-9a-f]{8})\.([A-Za-z0-9+/]+={0,2})$/;

/**
 * Seals with AES-256-GCM under a data key of the deployment, in this process. The binding is the additional
 * authenticated data. Throws what the store of data keys or the sealing key throws when they do not answer.
 */
export class DataKeyBox implements SecretBox {
  readonly #keys: DataKeys;

  constructor(keys: DataKeys) {
    this.#keys = keys;
  }

  async seal(plain: string, binding: SecretBinding): Promise<Sealed> {
    const { id, key } = await this.#keys.newest();
    const bytes = encrypted(key, Buffer.from(plain, "utf8"), boundTo(binding));
    return asSealed(`${VERSION}.${id}.${bytes.toString("base64")}`);
  }

  async open(sealed: Sealed, binding: SecretBinding): Promise<string> {
    const [, id, text] = FORM.exec(sealed) ?? [];
    if (id === undefined || text === undefined) throw new SecretBoxError("the secret is not a sealed text");
    const key = await this.#keys.find(id);
    try {
      return decrypted(key, Buffer.from(text, "base64"), boundTo(binding)).toString("utf8");
    } catch (cause) {
      throw new SecretBoxError("the secret does not open", { cause });
    }
  }
}

const boundTo = ({ owner, accountId }: SecretBinding): string => JSON.stringify([VERSION, owner, accountId]);
