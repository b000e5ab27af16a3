import { SocialMessagingSender } from "../chat/provider/social-messaging-sender.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";

export const chatSender = once(() => {
  const { CHAT_API_VERSION: apiVersion, CHAT_SEND_TIMEOUT_SECONDS: seconds } = config();
  return new SocialMessagingSender({ apiVersion, timeoutMs: seconds * 1000 });
});
