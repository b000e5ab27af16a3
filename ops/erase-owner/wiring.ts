import { blobs, dynamo } from "../../shared/aws/wiring.ts";
import { mediaFileServices } from "../../shared/conversations/wiring.ts";
import { config } from "../../shared/kernel/config.ts";
import { once } from "../../shared/kernel/once.ts";
import { recoveryServices } from "../../shared/notifications/queue-wiring.ts";
import { DynamoOwnerEraser } from "./owner-eraser.ts";

/** For the operator's commands. */
export const operationServices = once(() => ({
  ...recoveryServices(),
  eraser: new DynamoOwnerEraser(dynamo(), {
    configTable: config().CONFIG_TABLE,
    apiKeysTable: config().API_KEYS_TABLE,
    notificationsTable: config().NOTIFICATIONS_TABLE,
    chatTable: config().CHAT_TABLE,
    removeMedia: (key) => mediaFileServices()?.bucket.remove(key) ?? Promise.resolve(),
    blobs,
  }),
}));
