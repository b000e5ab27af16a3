import type { BlobStore } from "../kernel/blob-store.ts";
import { config } from "../kernel/config.ts";
import { lazy } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import { directCallsChoice } from "./direct-calls/direct-calls-choice.ts";
import { dynamoClient } from "./dynamo/dynamo-client.ts";
import { tableCheck } from "./dynamo/table-check.ts";

export const dynamo = /* @__PURE__ */ once(() => dynamoClient({ directCalls: directCallsChoice() }));

/** No limiter waits longer. */
const LIMITERS_TIMEOUT_MS = 1000;
/** Of the limiters: what they gave up waiting for must not hold the sockets of everybody else, nor its own for long. */
export const limiterDynamo = /* @__PURE__ */ once(() =>
  dynamoClient({ maxAttempts: 2, requestTimeoutMs: LIMITERS_TIMEOUT_MS, directCalls: directCallsChoice() }),
);

/** With a client of its own: a check that retries would tell of a service that limps as if it ran. */
export const databaseCheck = /* @__PURE__ */ once(() =>
  tableCheck(dynamoClient({ maxAttempts: 1 }), config("CONFIG_TABLE")),
);

/** Asked for only when a content is large: most calls never load its client. */
export const blobs = /* @__PURE__ */ lazy(async (): Promise<BlobStore> => {
  const { S3BlobStore } = await import("./s3/blob-store.ts");
  return new S3BlobStore(config("CONTENT_BUCKET"));
});

/** Of media links, sealed by the deployment's key before it was deployed. Loaded by the functions that sign. */
export async function openSigningKey(sealed: string): Promise<string> {
  const { openSealedSigningKey } = await import("./kms/sealed-text-opener.ts");
  const keyId = config("SECRET_KEY_ID");
  if (keyId === undefined) throw new Error("SECRET_KEY_ID must be set to open MEDIA_PRIVATE_KEY_SEALED");
  return openSealedSigningKey(keyId, sealed);
}
