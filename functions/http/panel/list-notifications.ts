import { panelServices } from "../../../shared/composition/panel.ts";
import { operation } from "../../../shared/edge/operation.ts";
import {
  listNotifications as contract,
  toListedNotification,
} from "../../../shared/notifications/contract/panel-notifications.ts";
import { listNotifications as list } from "../../../shared/notifications/list-notifications.ts";

export const listNotifications = operation(
  contract,
  async (deps, { owner, query }) => {
    const { notifications, nextCursor } = await list(deps, owner, query);
    return {
      notifications: notifications.map(toListedNotification),
      ...(nextCursor ? { next_cursor: nextCursor } : {}),
    };
  },
  panelServices,
);
