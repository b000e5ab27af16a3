import { emailIntake } from "../email/email-channel.ts";
import { emailTemplates, parseTemplate } from "../email/templates-wiring.ts";
import { basics } from "../kernel/basics.ts";
import { once } from "../kernel/once.ts";
import { notifications, sendingAccounts } from "../notifications/tables-wiring.ts";
import { chatIntakeOnDemand } from "./chat-on-demand.ts";
import { deliveryQueue } from "./delivery-queue.ts";

/** Accepting needs the channels' checks only: nothing that sends is loaded. */
export const notificationServices = once(() => {
  const reads = {
    sendingAccounts: sendingAccounts(),
    emailTemplates: emailTemplates(),
    parseTemplate: parseTemplate(),
  };
  return {
    ...basics(),
    ...reads,
    notifications: notifications(),
    deliveryQueue: deliveryQueue(),
    channels: { email: emailIntake(reads), chat: chatIntakeOnDemand() },
  };
});
