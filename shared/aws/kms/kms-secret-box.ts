import {
  DecryptCommand,
  EncryptCommand,
  IncorrectKeyException,
  InvalidCiphertextException,
  KMSClient,
} from "@aws-sdk/client-kms";
import { asSealed } from "../../kernel/secrets/sealed-text.ts";
import { type Sealed, type SecretBinding, type SecretBox, SecretBoxError } from "../../kernel/secrets/secret-box.ts";
import { callLimits } from "../call-limits.ts";

const CONNECT_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 3000;

/** KMS encrypts at most 4096 bytes in one call, and the contract keeps secrets shorter than that. */
export class KmsSecretBox implements SecretBox {
  readonly #client: KMSClient;
  readonly #keyId: string;

  constructor(keyId: string, client?: KMSClient) {
    this.#keyId = keyId;
    this.#client = client ?? new KMSClient({ requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS) });
  }

  async seal(plain: string, binding: SecretBinding): Promise<Sealed> {
    const { CiphertextBlob } = await this.#client.send(
      new EncryptCommand({
        KeyId: this.#keyId,
        Plaintext: Buffer.from(plain, "utf8"),
        EncryptionContext: contextOf(binding),
      }),
    );
    if (CiphertextBlob === undefined) throw new Error("KMS answered without a ciphertext");
    return asSealed(Buffer.from(CiphertextBlob).toString("base64"));
  }

  async open(sealed: Sealed, binding: SecretBinding): Promise<string> {
    try {
      const { Plaintext } = await this.#client.send(
        new DecryptCommand({
          KeyId: this.#keyId,
          CiphertextBlob: Buffer.from(sealed, "base64"),
          EncryptionContext: contextOf(binding),
        }),
      );
      return Buffer.from(Plaintext ?? []).toString("utf8");
    } catch (cause) {
      if (cause instanceof InvalidCiphertextException || cause instanceof IncorrectKeyException)
        throw new SecretBoxError("the secret does not open", { cause });
      throw cause;
    }
  }
}

/** The key's policy has a condition on these names too, so a change has to be made in both places. */
const contextOf = ({ owner, accountId }: SecretBinding) => ({ service: "herald", owner, accountId });
