import { dynamo } from "../../shared/aws/wiring.ts";
import { mediaFileServices } from "../../shared/conversations/wiring.ts";
import { basics } from "../../shared/kernel/basics.ts";
import { config } from "../../shared/kernel/config.ts";
import { once } from "../../shared/kernel/once.ts";
import { recoveryServices } from "../../shared/notifications/queue-wiring.ts";
import { ContentVersions } from "../content/content-versions.ts";
import { DynamoOwnerEraser } from "./owner-eraser.ts";
import { DynamoOwnerSurvey } from "./owner-survey.ts";

/** Removes a media file. Throws if that fails, so that no object remains without its record. */
async function removeMedia(key: string): Promise<void> {
  const files = mediaFileServices();
  if (files === undefined)
    throw new Error("the owner has files in the media bucket: MEDIA_BUCKET must say which it is");
  await files.bucket.remove(key);
}

const contentVersions = once(() => new ContentVersions(config("CONTENT_BUCKET")));

export const ownerSurvey = once(
  () =>
    new DynamoOwnerSurvey(dynamo(), {
      configTable: config("CONFIG_TABLE"),
      apiKeysTable: config("API_KEYS_TABLE"),
      notificationsTable: config("NOTIFICATIONS_TABLE"),
      chatTable: config("CHAT_TABLE"),
      eventsTable: config("EVENTS_TABLE"),
    }),
);

/** Creates the services of the operator's commands. */
export const operationServices = once(() => ({
  ...recoveryServices(),
  eraser: new DynamoOwnerEraser(dynamo(), {
    configTable: config("CONFIG_TABLE"),
    apiKeysTable: config("API_KEYS_TABLE"),
    notificationsTable: config("NOTIFICATIONS_TABLE"),
    chatTable: config("CHAT_TABLE"),
    eventsTable: config("EVENTS_TABLE"),
    webhooksTable: config("WEBHOOKS_TABLE"),
    removeMedia,
    eraseBlobs: (prefix) => contentVersions().eraseBelow(prefix),
    ...basics(),
  }),
}));
