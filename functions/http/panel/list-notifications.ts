import { listNotifications as contract, toListedNotification } from "../../../shared/contract/panel-notifications.ts";
import { operation } from "../../../shared/http/operation.ts";
import { listNotifications as list } from "../../../shared/use-cases/notifications/list-notifications.ts";
import { panelServices } from "../../../shared/wiring/panel.ts";

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
