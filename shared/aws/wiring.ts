import type { BlobStore } from "../kernel/blob-store.ts";
import { config } from "../kernel/config.ts";
import { lazy } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import { directCallsChoice } from "./direct-calls/direct-calls-choice.ts";
import { dynamoClient } from "./dynamo/dynamo-client.ts";
import { tableCheck } from "./dynamo/table-check.ts";

export const dynamo = /* @__PURE__ */ once(() => dynamoClient({ directCalls: directCallsChoice() }));

/** The longest time for which a rate limiter waits for the store. */
const LIMITERS_TIMEOUT_MS = 1000;
/**
 * Limiters have a client of their own, so that requests for which they no longer wait do not occupy the sockets of other
 * callers, and do not occupy their own sockets for long.
 */
export const limiterDynamo = /* @__PURE__ */ once(() =>
  dynamoClient({ maxAttempts: 2, requestTimeoutMs: LIMITERS_TIMEOUT_MS, directCalls: directCallsChoice() }),
);

/** The check has a client that does not retry, since retries would report a store that often fails as healthy. */
export const databaseCheck = /* @__PURE__ */ once(() =>
  tableCheck(dynamoClient({ maxAttempts: 1 }), config("CONFIG_TABLE")),
);

/** The client is loaded only when a content is large; most calls never need it. */
export const blobs = /* @__PURE__ */ lazy(async (): Promise<BlobStore> => {
  const { S3BlobStore } = await import("./s3/blob-store.ts");
  return new S3BlobStore(config("CONTENT_BUCKET"));
});

/**
 * Opens the key that signs media links, which was encrypted with the deployment's key before the deployment. Only
 * functions that sign load this code.
 */
export async function openSigningKey(sealed: string): Promise<string> {
  const { openSealedSigningKey } = await import("./kms/sealed-text-opener.ts");
  const keyId = config("SECRET_KEY_ID");
  if (keyId === undefined) throw new Error("SECRET_KEY_ID must be set to open MEDIA_PRIVATE_KEY_SEALED");
  return openSealedSigningKey(keyId, sealed);
}
