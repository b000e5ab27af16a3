import {
  createNotification as contract,
  sendingAccountIn,
  toNotificationView,
} from "../../../shared/contract/notifications.ts";
import { operation } from "../../../shared/http/operation.ts";
import { refuseForeignOrigin } from "../../../shared/use-cases/notifications/refuse-foreign-origin.ts";
import { submitNotification } from "../../../shared/use-cases/notifications/submit-notification.ts";
import { notificationServices } from "../../../shared/wiring/notifications.ts";

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
