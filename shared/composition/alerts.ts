import { alertServices } from "../alerts/wiring.ts";
import { conversationInbox } from "../conversations/wiring.ts";
import { inOwnTime } from "../edge/test-clock-wiring.ts";
import { acceptedEmail, emailIntakeServices } from "../email/wiring.ts";
import { once } from "../kernel/once.ts";
import { deliveryQueue } from "../notifications/queue-wiring.ts";
import { notificationServices } from "../notifications/wiring.ts";
import { figuresServices } from "../statistics/wiring.ts";

/** Services that accept alerts as notifications. Alerts are mails only, so no other channel is registered here. */
export const alertSendingServices = /* @__PURE__ */ once(() => ({
  ...emailIntakeServices(),
  ...notificationServices(),
  ...alertServices(),
  deliveryQueue: deliveryQueue(),
  channels: { email: acceptedEmail() },
  inbox: conversationInbox(),
  inOwnTime,
  ...figuresServices(),
  looked: { atMs: Number.NEGATIVE_INFINITY },
}));
