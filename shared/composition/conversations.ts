import { cursors } from "../edge/cursors-wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { DynamoNotificationStatuses } from "../notifications/dynamo/notification-statuses.ts";
import { dynamo, notifications } from "../notifications/tables-wiring.ts";
import { chatAccounts } from "./chat-accounts.ts";
import { chatTemplates, conversations } from "./chat-stores.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import { mediaUploads } from "./media-uploads.ts";

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
