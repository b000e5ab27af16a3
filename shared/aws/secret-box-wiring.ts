import { config } from "../kernel/config.ts";
import { FileSecretBox } from "../kernel/file/file-secret-box.ts";
import { once } from "../kernel/once.ts";
import type { SecretBox } from "../kernel/secret-box.ts";
import { KmsSecretBox } from "./kms/kms-secret-box.ts";

/** The deployment's choice: a KMS key, or a key file where there is no KMS. */
export const secretBox = once((): SecretBox => {
  const { SECRET_KEY_ID, SECRET_KEY_FILE } = config();
  if (SECRET_KEY_ID) return new KmsSecretBox(SECRET_KEY_ID);
  if (SECRET_KEY_FILE) return new FileSecretBox(SECRET_KEY_FILE);
  throw new Error("SECRET_KEY_ID or SECRET_KEY_FILE must be set");
});
