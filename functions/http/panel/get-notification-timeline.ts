import { panelServices } from "../../../shared/composition/panel.ts";
import { operation } from "../../../shared/edge/operation.ts";
import {
  getNotificationTimeline as contract,
  toRecipientView,
  toTimelineEntry,
} from "../../../shared/notifications/contract/panel-notifications.ts";
import { isPartlyDelivered } from "../../../shared/notifications/domain/notification.ts";
import { getTimeline } from "../../../shared/notifications/get-timeline.ts";

export const getNotificationTimeline = operation(
  contract,
  async (deps, { owner, params }) => {
    const { notification, events, addresses } = await getTimeline(deps, owner, params.id);
    const { id, status, recipients = [] } = notification;
    return {
      id,
      status,
      partly_delivered: isPartlyDelivered(notification),
      events: events.map(toTimelineEntry),
      recipients: recipients.map((record) => toRecipientView(record, addresses)),
    };
  },
  panelServices,
);
