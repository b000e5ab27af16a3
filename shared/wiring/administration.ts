import { SocialMessagingAccounts } from "../adapters/chat-provider/chat-accounts.ts";
import { chatAccountServices } from "./chat-accounts.ts";
import { config } from "./config.ts";
import { once } from "./once.ts";

export const administrationServices = once(() => ({
  ...chatAccountServices(),
  chatAccountProvider: new SocialMessagingAccounts(),
  chatTopicArn: config().CHAT_TOPIC_ARN,
}));
