import { secretBox } from "../aws/secret-box-wiring.ts";
import { emailOutlet } from "../email/email-channel.ts";
import { CONNECTIONS_PER_ACCOUNT, mailer } from "../email/mailer-wiring.ts";
import { basics } from "../kernel/basics.ts";
import { cachedSecretBox } from "../kernel/cached-secret-box.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { accountLimiter } from "../notifications/account-limiter.ts";
import { notifications, sendingAccounts } from "../notifications/tables-wiring.ts";
import { chatOutletOnDemand } from "./chat-on-demand.ts";
import { deliveryQueue } from "./delivery-queue.ts";

export const deliveryServices = once(() => ({
  ...basics(),
  notifications: notifications(),
  deliveryQueue: deliveryQueue(),
  limiter: accountLimiter({
    perAccount: CONNECTIONS_PER_ACCOUNT,
    maxWaitMs: config().PERMIT_WAIT_SECONDS * 1000,
    ...basics(),
  }),
  backoffBaseSeconds: config().BACKOFF_BASE_SECONDS,
  channels: {
    email: emailOutlet({
      sendingAccounts: sendingAccounts(),
      notifications: notifications(),
      secretBox: cachedSecretBox(secretBox()),
      mailer: mailer(),
    }),
    chat: chatOutletOnDemand(),
  },
}));
