import { emailIntake } from "../channels/email/email-channel.ts";
import { basics } from "./basics.ts";
import { chatIntakeOnDemand } from "./chat-on-demand.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import { emailTemplates, parseTemplate } from "./email-templates.ts";
import { once } from "./once.ts";
import { notifications, sendingAccounts } from "./tables.ts";

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
