import { config } from "../kernel/config.ts";
import { FileSecretBox } from "../kernel/file/file-secret-box.ts";
import { once } from "../kernel/once.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { KmsSecretBox } from "./kms/kms-secret-box.ts";

/** A deployment sets a KMS key, or a key file where there is no KMS. */
export const secretBox = /* @__PURE__ */ once((): SecretBox => {
  const keyId = config("SECRET_KEY_ID");
  if (keyId) return new KmsSecretBox(keyId);
  const file = config("SECRET_KEY_FILE");
  if (file) return new FileSecretBox(file);
  throw new Error("SECRET_KEY_ID or SECRET_KEY_FILE must be set");
});
