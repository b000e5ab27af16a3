import type { ShownMessage } from "../channels/contract/panel/message.ts";
import type { OfEveryChannel } from "../channels/domain/channel-names.ts";
import { chatMessageServices } from "../chat/wiring.ts";
import { chatShowcase } from "../conversations/chat-channel.ts";
import { shownEmail } from "../email/showing-wiring.ts";
import { once } from "../kernel/once.ts";
import type { Showcase, ShowMessageDeps } from "../notifications/read/show-message.ts";
import { notificationServices } from "../notifications/wiring.ts";

/** Services for showing accepted messages. Every channel is registered here with its showcase. */
export const showingServices = /* @__PURE__ */ once(
  (): ShowMessageDeps<ShownMessage> => ({
    ...notificationServices(),
    showcases: { email: shownEmail(), chat: chatShowcase(chatMessageServices()) } satisfies OfEveryChannel<
      Showcase<ShownMessage>
    >,
  }),
);
