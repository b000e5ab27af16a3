import { setTimeout } from "node:timers/promises";
import type { OfEveryChannel } from "../channels/domain/channel-names.ts";
import { deliveredEmail } from "../email/delivery-wiring.ts";
import { connectionAllowances } from "../email/wiring.ts";
import { basics } from "../kernel/basics.ts";
import { config } from "../kernel/config.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import type { Channel, Outlet } from "../notifications/channel.ts";
import { AccountBacklog } from "../notifications/deliver/account-backlog.ts";
import { accountLimiter } from "../notifications/deliver/account-limiter.ts";
import { deliveryQueue } from "../notifications/queue-wiring.ts";
import { notificationServices, notifications } from "../notifications/wiring.ts";

/** The outlet of chat. It is loaded, with the provider's client, at the process's first chat message: most processes see only emails. */
const chat = (): Outlet => lazyPort(async () => (await import("./chat-outlet.ts")).deliveredChat(), ["send"]);

/** Services for delivering notifications. Every channel is registered here with its outlet. */
export const deliveryServices = /* @__PURE__ */ once(() => ({
  ...notificationServices(),
  deliveryQueue: deliveryQueue(),
  backlog: new AccountBacklog({ ...basics(), notifications: notifications(), clock: basics().realClock }),
  limiter: accountLimiter({
    allowances: connectionAllowances(),
    maxWaitMs: config("PERMIT_WAIT_SECONDS") * 1000,
    clock: basics().realClock,
  }),
  pause: (milliseconds: number) => setTimeout(milliseconds),
  backoffBaseSeconds: config("BACKOFF_BASE_SECONDS"),
  channels: { email: deliveredEmail(), chat: chat() } satisfies OfEveryChannel<Channel["outlet"]>,
}));
