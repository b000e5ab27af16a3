import { emailIntake } from "../channels/email/email-channel.ts";
import { basics } from "./basics.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import { once } from "./once.ts";
import { notifications, sendingAccounts } from "./tables.ts";

/** Accepting needs the channels' checks only: nothing that sends is loaded. */
export const notificationServices = once(() => {
  const accounts = { sendingAccounts: sendingAccounts() };
  return {
    ...basics(),
    ...accounts,
    notifications: notifications(),
    deliveryQueue: deliveryQueue(),
    channels: { email: emailIntake(accounts) },
  };
});
