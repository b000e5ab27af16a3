import { DynamoNotificationStatuses } from "../adapters/dynamo/notification-statuses.ts";
import { basics } from "./basics.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { chatTemplates, conversations } from "./chat-stores.ts";
import { config } from "./config.ts";
import { cursors } from "./cursors.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import { mediaUploads } from "./media-uploads.ts";
import { once } from "./once.ts";
import { dynamo, notifications } from "./tables.ts";

/** For reading conversations and answering them, over REST and over MCP. */
export const conversationServices = once(() => ({
  ...basics(),
  cursors: cursors(),
  conversations: conversations(),
  chatAccounts: chatAccounts(),
  chatTemplates: chatTemplates(),
  media: mediaUploads(),
  notifications: notifications(),
  notificationStatuses: new DynamoNotificationStatuses(dynamo(), config().NOTIFICATIONS_TABLE),
  deliveryQueue: deliveryQueue(),
}));
