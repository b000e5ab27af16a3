import { cachedSecretBox } from "../adapters/memory/cached-secret-box.ts";
import { emailOutlet } from "../channels/email/email-channel.ts";
import { basics } from "./basics.ts";
import { config } from "./config.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import { mailer } from "./mailer.ts";
import { once } from "./once.ts";
import { secretBox } from "./secret-box.ts";
import { notifications, sendingAccounts } from "./tables.ts";

export const deliveryServices = once(() => ({
  ...basics(),
  notifications: notifications(),
  deliveryQueue: deliveryQueue(),
  backoffBaseSeconds: config().BACKOFF_BASE_SECONDS,
  channels: {
    email: emailOutlet({
      sendingAccounts: sendingAccounts(),
      notifications: notifications(),
      secretBox: cachedSecretBox(secretBox()),
      mailer: mailer(),
    }),
  },
}));
