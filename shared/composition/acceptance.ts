import type { NotificationRequest } from "../channels/contract/notification-request.ts";
import type { OfEveryChannel } from "../channels/domain/channel-names.ts";
import type { ChatRequest } from "../chat/contract/chat-request.ts";
import { CHAT_MAX_ATTEMPTS } from "../conversations/sending/max-attempts.ts";
import { acceptedEmail, acceptedEmails, emailIntakeServices } from "../email/wiring.ts";
import { lazyPort } from "../kernel/lazy.ts";
import { once } from "../kernel/once.ts";
import type { Channel, Intake } from "../notifications/channel.ts";
import { countedLater } from "../notifications/lazy-counted-wiring.ts";
import { deliveryQueue } from "../notifications/queue-wiring.ts";
import { notificationServices } from "../notifications/wiring.ts";

/** Every channel has an intake, which takes the requests of its own channel. */
type RegisteredIntakes = OfEveryChannel<Channel["intake"]> & {
  readonly [Request in NotificationRequest as Request["channel"]]: Intake<Request>;
};

/** The intake of chat. Its code is loaded at the process's first chat message, because most processes see only emails. */
const chat = (made: "acceptedChat" | "acceptedChats"): Intake<ChatRequest> => ({
  maxAttempts: CHAT_MAX_ATTEMPTS,
  ...lazyPort(
    async () => (await import("./chat-intake.ts"))[made](),
    ["check", "checkAgain", "readdress", "beforeQueued"],
  ),
});

/** Makes the intakes for one batch, whose items share the accounts and templates that are read. */
const channelsOfBatch = (): RegisteredIntakes => ({ email: acceptedEmails(), chat: chat("acceptedChats") });

/** Services for accepting notifications. Every channel is registered here with its intake, and without code that sends. */
export const acceptanceServices = /* @__PURE__ */ once(() => ({
  ...emailIntakeServices(),
  ...notificationServices(),
  deliveryQueue: deliveryQueue(),
  countedNotifications: countedLater,
  channels: { email: acceptedEmail(), chat: chat("acceptedChat") } satisfies RegisteredIntakes,
  channelsOfBatch,
}));
