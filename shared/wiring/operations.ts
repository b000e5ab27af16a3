import { DynamoOwnerEraser } from "../adapters/dynamo/owner-eraser.ts";
import { careServices } from "./care.ts";
import { config } from "./config.ts";
import { mediaFileServices } from "./media.ts";
import { once } from "./once.ts";
import { blobs, dynamo } from "./tables.ts";

/** For the operator's commands. */
export const operationServices = once(() => ({
  ...careServices(),
  eraser: new DynamoOwnerEraser(dynamo(), {
    configTable: config().CONFIG_TABLE,
    apiKeysTable: config().API_KEYS_TABLE,
    notificationsTable: config().NOTIFICATIONS_TABLE,
    chatTable: config().CHAT_TABLE,
    removeMedia: (key) => mediaFileServices()?.bucket.remove(key) ?? Promise.resolve(),
    blobs,
  }),
}));
