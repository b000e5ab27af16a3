import { getNotification as contract, toNotificationView } from "../../../shared/contract/notifications.ts";
import { operation } from "../../../shared/http/operation.ts";
import { getNotification as read } from "../../../shared/use-cases/notifications/get-notification.ts";
import { notificationServices } from "../../../shared/wiring/notifications.ts";

export const getNotification = operation(
  contract,
  async (deps, { owner, params }) => toNotificationView(await read(deps, owner, params.id)),
  notificationServices,
);
