import { notificationServices } from "../../../shared/composition/notifications.ts";
import { operation } from "../../../shared/edge/operation.ts";
import {
  getNotification as contract,
  toNotificationView,
} from "../../../shared/notifications/contract/notifications.ts";
import { getNotification as read } from "../../../shared/notifications/get-notification.ts";

export const getNotification = operation(
  contract,
  async (deps, { owner, params }) => toNotificationView(await read(deps, owner, params.id)),
  notificationServices,
);
