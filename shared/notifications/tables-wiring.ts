import { dynamoClient } from "../aws/dynamo/dynamo-client.ts";
import { DynamoSendingAccountStore } from "../email/dynamo/sending-account-store.ts";
import { basics } from "../kernel/basics.ts";
import type { BlobStore } from "../kernel/blob-store.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoNotificationStore } from "./dynamo/notification-store.ts";

export const dynamo = once(() => dynamoClient());

/** No limiter waits longer. */
const LIMITERS_TIMEOUT_MS = 1000;
/** Of the limiters: what they gave up waiting for must not hold the sockets of everybody else, nor its own for long. */
export const limiterDynamo = once(() => dynamoClient({ maxAttempts: 2, requestTimeoutMs: LIMITERS_TIMEOUT_MS }));

export const sendingAccounts = once(() => new DynamoSendingAccountStore(dynamo(), config().CONFIG_TABLE));

/** Asked for only when a content is large: most calls never load its client. */
export const blobs = async (): Promise<BlobStore> => {
  const { S3BlobStore } = await import("../aws/s3/blob-store.ts");
  return new S3BlobStore(config().CONTENT_BUCKET);
};

export const notifications = once(
  () =>
    new DynamoNotificationStore(dynamo(), {
      table: config().NOTIFICATIONS_TABLE,
      leaseMs: config().LEASE_SECONDS * 1000,
      clock: basics().clock,
      contentKeptDays: config().CONTENT_KEPT_DAYS,
      recordKeptDays: config().RECORD_KEPT_DAYS,
      blobs,
    }),
);
