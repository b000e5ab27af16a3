import type { KeyObject } from "node:crypto";
import { DecryptCommand, GenerateDataKeyWithoutPlaintextCommand, KMSClient } from "@aws-sdk/client-kms";
import { dataKeyOf, type SealingKey } from "../../kernel/secrets/data-keys.ts";
import type { SealingPurpose } from "../../kernel/secrets/sealing-purposes.ts";
import { callLimits } from "../call-limits.ts";

const CONNECT_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 3000;

export interface KmsSealingKeyOptions {
  readonly keyId: string;
  readonly purpose: SealingPurpose;
}

/** Throws KMS's error when it does not answer, or did not seal the data key for this purpose. */
export class KmsSealingKey implements SealingKey {
  readonly #client: KMSClient;
  readonly #keyId: string;
  readonly #context: Readonly<Record<string, string>>;

  constructor({ keyId, purpose }: KmsSealingKeyOptions, client?: KMSClient) {
    this.#keyId = keyId;
    // The key's policy and the grants have conditions on these names, so a change has to be made there too.
    this.#context = { service: "herald", purpose };
    this.#client = client ?? new KMSClient({ requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS) });
  }

  async makeDataKey(): Promise<string> {
    const { CiphertextBlob } = await this.#client.send(
      new GenerateDataKeyWithoutPlaintextCommand({
        KeyId: this.#keyId,
        KeySpec: "AES_256",
        EncryptionContext: this.#context,
      }),
    );
    if (CiphertextBlob === undefined) throw new Error("KMS answered without a data key");
    return Buffer.from(CiphertextBlob).toString("base64");
  }

  async openDataKey(sealed: string): Promise<KeyObject> {
    const { Plaintext = new Uint8Array() } = await this.#client.send(
      new DecryptCommand({
        KeyId: this.#keyId,
        CiphertextBlob: Buffer.from(sealed, "base64"),
        EncryptionContext: this.#context,
      }),
    );
    return dataKeyOf(Plaintext);
  }
}
