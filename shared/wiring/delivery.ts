import { cachedSecretBox } from "../adapters/memory/cached-secret-box.ts";
import { emailOutlet } from "../channels/email/email-channel.ts";
import { accountLanes } from "../use-cases/notifications/account-lanes.ts";
import { basics } from "./basics.ts";
import { chatOutletOnDemand } from "./chat-on-demand.ts";
import { config } from "./config.ts";
import { deliveryQueue } from "./delivery-queue.ts";
import { CONNECTIONS_PER_ACCOUNT, mailer } from "./mailer.ts";
import { once } from "./once.ts";
import { secretBox } from "./secret-box.ts";
import { notifications, sendingAccounts } from "./tables.ts";

export const deliveryServices = once(() => ({
  ...basics(),
  notifications: notifications(),
  deliveryQueue: deliveryQueue(),
  lanes: accountLanes({
    perAccount: CONNECTIONS_PER_ACCOUNT,
    maxWaitMs: config().LANE_WAIT_SECONDS * 1000,
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
