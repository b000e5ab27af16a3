import { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { callLimits } from "../../shared/aws/call-limits.ts";
import { config } from "../../shared/kernel/config.ts";
import { once } from "../../shared/kernel/once.ts";
import { ContentVersions } from "../content/content-versions.ts";
import type { DurableTable } from "./item.ts";
import type { RestoreServices } from "./restore.ts";

const CONNECT_TIMEOUT_MS = 3000;
const REQUEST_TIMEOUT_MS = 20_000;
/** A restored table is new and scales up slowly, so throttled calls are repeated more often. */
const MAX_ATTEMPTS = 10;

/** Creates the services. Throws at once if the name of a table or of the bucket is missing. */
export const restoreServices = once((): RestoreServices => {
  const requestHandler = callLimits(CONNECT_TIMEOUT_MS, REQUEST_TIMEOUT_MS);
  const versions = new ContentVersions(config("CONTENT_BUCKET"));
  const names: Record<DurableTable, string> = {
    Config: config("CONFIG_TABLE"),
    ApiKeys: config("API_KEYS_TABLE"),
    Notifications: config("NOTIFICATIONS_TABLE"),
    Chat: config("CHAT_TABLE"),
  };
  return {
    client: new DynamoDBClient({ maxAttempts: MAX_ATTEMPTS, requestHandler }),
    tableName: (table) => names[table],
    contents: () => versions,
  };
});
