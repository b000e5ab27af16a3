import { acceptanceServices } from "../../shared/composition/acceptance.ts";
import { httpFunction } from "../../shared/edge/http-function.ts";
import { operation } from "../../shared/edge/operation.ts";
import { refuseForeignOrigin } from "../../shared/email/refuse-foreign-origin.ts";
import { apiKeyEdgeServices } from "../../shared/keys/wiring.ts";
import { listNotifications, toListedView } from "../../shared/notifications/contract/notification-list.ts";
import { sendingAccountIn } from "../../shared/notifications/contract/notification-request.ts";
import { getNotificationTimeline, toTimelineView } from "../../shared/notifications/contract/notification-timeline.ts";
import * as contract from "../../shared/notifications/contract/notifications.ts";
import { getNotification } from "../../shared/notifications/get-notification.ts";
import { getTimeline } from "../../shared/notifications/get-timeline.ts";
import { pageOfNotifications } from "../../shared/notifications/page-of-notifications.ts";
import { submitNotification } from "../../shared/notifications/submit-notification.ts";
import { notificationListServices, notificationServices } from "../../shared/notifications/wiring.ts";

const { toNotificationView } = contract;

export const handler = httpFunction(apiKeyEdgeServices, [
  operation(
    contract.createNotification,
    async (deps, { owner, body, caller, reservedId, isRepeat }) => {
      const id = reservedId ?? deps.identifiers.newId();
      return toNotificationView(await submitNotification(deps, { owner, id, isRepeat, caller }, body));
    },
    acceptanceServices,
    {
      beforeBodyRefusal: async (deps, { owner, body, caller }) => {
        const account = sendingAccountIn(body);
        if (account) await refuseForeignOrigin(deps, owner, { ...account, caller });
      },
    },
  ),
  operation(
    contract.getNotification,
    async (deps, { owner, params }) => toNotificationView(await getNotification(deps, owner, params.id)),
    acceptanceServices,
  ),
  operation(
    listNotifications,
    async (deps, { owner, query }) => {
      const { notifications, nextCursor } = await pageOfNotifications(deps, owner, query);
      return {
        notifications: notifications.map(toListedView),
        ...(nextCursor === undefined ? {} : { next_cursor: nextCursor }),
      };
    },
    notificationListServices,
  ),
  operation(
    getNotificationTimeline,
    async (deps, { owner, params }) => {
      const { notification, addresses } = await getTimeline(deps, { owner, id: params.id });
      return toTimelineView(notification, addresses);
    },
    notificationServices,
  ),
]);
