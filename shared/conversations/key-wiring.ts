import { once } from "../kernel/once.ts";
import { countedLater } from "../notifications/lazy-counted-wiring.ts";
import { conversationServices } from "./wiring.ts";

/** Services that read conversations and reply to them for API keys, over REST and over MCP. */
export const keyConversationServices = /* @__PURE__ */ once(() => ({
  ...conversationServices(),
  countedNotifications: countedLater,
}));
