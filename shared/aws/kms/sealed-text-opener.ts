import { DecryptCommand, KMSClient } from "@aws-sdk/client-kms";
import { callLimits } from "../call-limits.ts";

const CONNECT_TIMEOUT_MS = 1000;
const REQUEST_TIMEOUT_MS = 3000;

/**
 * The encryption context under which the deployment's settings were sealed. The grant to decrypt them has it as a
 * condition.
 */
const CONTEXT = { service: "herald", purpose: "media-signing" } as const;

/**
 * Decrypts the private key of media links, which an operator encrypted with the service's key. Throws KMS's error when
 * it cannot be decrypted.
 */
export async function openSealedSigningKey(keyId: string, sealedBase64: string): Promise<string> {
  const client = new KMSClient({
    requestHandler: callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS),
  });
  try {
    const { Plaintext } = await client.send(
      new DecryptCommand({
        KeyId: keyId,
        CiphertextBlob: Buffer.from(sealedBase64, "base64"),
        EncryptionContext: CONTEXT,
      }),
    );
    return Buffer.from(Plaintext ?? []).toString("utf8");
  } finally {
    client.destroy();
  }
}
