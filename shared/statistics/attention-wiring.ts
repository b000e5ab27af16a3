import { chatMessageServices } from "../chat/wiring.ts";
import { conversationInbox } from "../conversations/wiring.ts";
import { emailTemplateServices, sendingAccounts } from "../email/wiring.ts";
import { config } from "../kernel/config.ts";
import { once } from "../kernel/once.ts";
import { apiKeyServices } from "../keys/wiring.ts";
import { webhookListServices } from "../webhooks/wiring.ts";
import { figuresServices } from "./wiring.ts";

/** Services for the panel's first page. They have a wiring file of their own, because they need all capabilities and are loaded on demand. */
export const attentionServices = /* @__PURE__ */ once(() => ({
  ...chatMessageServices(),
  ...figuresServices(),
  inbox: conversationInbox(),
  sendingAccounts: sendingAccounts(),
  emailTemplates: emailTemplateServices().emailTemplates,
  apiKeys: apiKeyServices().apiKeys,
  webhooks: webhookListServices().webhooks,
  webhookLog: webhookListServices().webhookLog,
  backoffBaseSeconds: config("BACKOFF_BASE_SECONDS"),
}));
