import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { FileSealingKey } from "../kernel/file/file-sealing-key.ts";
import { once } from "../kernel/once.ts";
import { DataKeyBox } from "../kernel/secrets/data-key-box.ts";
import { DataKeys, type SealingKey } from "../kernel/secrets/data-keys.ts";
import { SEALING_PURPOSES, type SealingPurpose } from "../kernel/secrets/sealing-purposes.ts";
import type { SecretBox } from "../kernel/secrets/secret-box.ts";
import { DATA_KEYS, DynamoDataKeyStore } from "./dynamo/data-key-store.ts";
import type { ItemAddress } from "./dynamo/read-item.ts";
import { KmsSealingKey } from "./kms/kms-sealing-key.ts";
import { dynamo } from "./wiring.ts";

/** A deployment sets a KMS key, or a key file where there is no KMS. */
function sealingKey(purpose: SealingPurpose): SealingKey {
  const keyId = config("SECRET_KEY_ID");
  if (keyId) return new KmsSealingKey({ keyId, purpose });
  const file = config("SECRET_KEY_FILE");
  if (file) return new FileSealingKey(file, purpose);
  throw new Error("SECRET_KEY_ID or SECRET_KEY_FILE must be set");
}

const boxOf = (purpose: SealingPurpose, address: ItemAddress): SecretBox =>
  new DataKeyBox(new DataKeys(new DynamoDataKeyStore(dynamo(), address), sealingKey(purpose), basics().realClock));

/** Seals the secrets of sending accounts and webhooks. */
export const secretBox = /* @__PURE__ */ once(() =>
  boxOf(SEALING_PURPOSES.accounts, { TableName: config("CONFIG_TABLE"), Key: { pk: DATA_KEYS, sk: DATA_KEYS } }),
);

/**
 * Seals the secrets that a repeated request shows again. The data key for these secrets is stored beside them, in the
 * table of which nothing is kept for long.
 */
export const requestSecretBox = /* @__PURE__ */ once(() =>
  boxOf(SEALING_PURPOSES.requests, { TableName: config("EPHEMERAL_TABLE"), Key: { pk: DATA_KEYS } }),
);
