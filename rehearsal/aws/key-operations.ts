import { type KeyService, ServiceError } from "./key-service.ts";
import { keyNeeds, type Need } from "./questions.ts";

export interface KeyEngines {
  readonly keys: KeyService;
  /**
   * Maps aliases to keys. A secret that was sealed with an alias before the deployment is opened with the key of the
   * alias.
   */
  readonly aliases: ReadonlyMap<string, string>;
}

/** Answers one operation of KMS's JSON protocol. Throws a `ServiceError`, or the error of `allowed`. */
type KeyOperation = (
  given: Readonly<Record<string, unknown>>,
  engines: KeyEngines,
  allowed: (needs: readonly Need[]) => void,
) => object;

const base64 = (value: unknown): Buffer => Buffer.from(typeof value === "string" ? value : "", "base64");
const ALGORITHM = { EncryptionAlgorithm: "SYMMETRIC_DEFAULT" } as const;
const DATA_KEY_BYTES = 32;

export const KEY_OPERATIONS: Readonly<Record<string, KeyOperation>> = {
  Encrypt(given, { keys }, allowed) {
    const KeyId = String(given.KeyId);
    allowed(keyNeeds("Encrypt", KeyId, given.EncryptionContext));
    const blob = keys.encrypt(KeyId, base64(given.Plaintext), given.EncryptionContext);
    return { KeyId, CiphertextBlob: blob.toString("base64"), ...ALGORITHM };
  },
  GenerateDataKeyWithoutPlaintext(given, { keys }, allowed) {
    const KeyId = String(given.KeyId);
    allowed(keyNeeds("GenerateDataKeyWithoutPlaintext", KeyId, given.EncryptionContext));
    if (given.KeySpec !== "AES_256")
      throw new ServiceError("ValidationException", `the key spec ${given.KeySpec} is not known here`);
    const blob = keys.dataKey(KeyId, DATA_KEY_BYTES, given.EncryptionContext);
    return { KeyId, CiphertextBlob: blob.toString("base64") };
  },
  Decrypt(given, { keys, aliases }, allowed) {
    const blob = base64(given.CiphertextBlob);
    const sealedBy = keys.keyOf(blob);
    const KeyId = sealedBy?.startsWith("alias/") ? aliases.get(sealedBy) : sealedBy;
    if (KeyId === undefined) throw new ServiceError("InvalidCiphertextException", "");
    if (given.KeyId !== undefined && given.KeyId !== KeyId) throw new ServiceError("IncorrectKeyException", "");
    allowed(keyNeeds("Decrypt", KeyId, given.EncryptionContext));
    return { KeyId, Plaintext: keys.decrypt(blob, given.EncryptionContext).toString("base64"), ...ALGORITHM };
  },
};
