import {
  getNotificationTimeline as contract,
  toRecipientView,
  toTimelineEntry,
} from "../../../shared/contract/panel-notifications.ts";
import { isPartlyDelivered } from "../../../shared/domain/notification.ts";
import { operation } from "../../../shared/http/operation.ts";
import { getTimeline } from "../../../shared/use-cases/notifications/get-timeline.ts";
import { panelServices } from "../../../shared/wiring/panel.ts";

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
