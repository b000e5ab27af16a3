import { SocialMessagingAccounts } from "../chat/provider/chat-accounts.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { chatAccountServices } from "./chat-accounts.ts";

export const administrationServices = once(() => ({
  ...chatAccountServices(),
  chatAccountProvider: new SocialMessagingAccounts(),
  chatTopicArn: config().CHAT_TOPIC_ARN,
}));
