import type { ExpandedRequest } from "../channels/contract/expanded-request.ts";
import type { OfEveryChannel } from "../channels/domain/channel-names.ts";
import { chatExpander } from "../chat/expand-chat.ts";
import { expandedEmails } from "../email/expanding-wiring.ts";
import { once } from "../kernel/once.ts";
import type { Expander, ExpandNotificationDeps } from "../notifications/read/expand-notification.ts";
import { notificationServices } from "../notifications/wiring.ts";

/** Services for giving back the request of a notification. Every channel is registered here with its expander. */
export const expandingServices = /* @__PURE__ */ once(
  (): ExpandNotificationDeps<ExpandedRequest> => ({
    ...notificationServices(),
    expanders: { email: expandedEmails(), chat: chatExpander } satisfies OfEveryChannel<Expander<ExpandedRequest>>,
  }),
);
