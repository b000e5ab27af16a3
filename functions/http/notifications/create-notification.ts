import { notificationServices } from "../../../shared/composition/notifications.ts";
import { operation } from "../../../shared/edge/operation.ts";
import { refuseForeignOrigin } from "../../../shared/email/refuse-foreign-origin.ts";
import {
  createNotification as contract,
  sendingAccountIn,
  toNotificationView,
} from "../../../shared/notifications/contract/notifications.ts";
import { submitNotification } from "../../../shared/notifications/submit-notification.ts";

export const createNotification = operation(
  contract,
  async (deps, { owner, body, caller, reservedId, isRepeat }) => {
    const id = reservedId ?? deps.identifiers.newId();
    return toNotificationView(await submitNotification(deps, { owner, id, isRepeat, caller }, body));
  },
  notificationServices,
  {
    beforeBodyRefusal: async (deps, { owner, body, caller }) => {
      const account = sendingAccountIn(body);
      if (account) await refuseForeignOrigin(deps, owner, { ...account, caller });
    },
  },
);
