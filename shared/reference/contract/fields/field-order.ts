/**
 * The fields that readers look for first, by schema or operation, in this order. The contract's other fields follow in the
 * contract's order.
 */
export const FIRST_FIELDS: Readonly<Record<string, readonly string[]>> = {
  EmailNotificationRequest: [
    ...["recipient", "subject", "body", "body_type", "template_id", "variables", "data"],
    ...["attachments", "cc", "bcc", "reply_to", "send_at", "metadata", "smtp_account_id", "from", "from_name"],
  ],
  ChatNotificationRequest: ["channel", "recipient", "chat", "chat_account_id", "send_at", "metadata"],
  Notification: ["id", "status", "last_error", "channel", "attempts", "max_attempts"],
  ExpandedNotification: ["id", "status", "last_error", "request", "resent_as", "channel", "attempts", "max_attempts"],
  replyToConversation: [
    ...["text", "message_type", "media_id", "media_url", "caption", "filename"],
    ...["fallback_template_id", "fallback_parameters"],
  ],
  createEmailTemplate: ["name", "subject", "body", "body_type", "alias"],
  replaceEmailTemplate: ["name", "subject", "body", "body_type", "alias"],
  EmailTemplate: ["id", "name", "alias", "subject", "body", "body_type", "version"],
  EmailTemplateVersion: ["id", "version", "name", "alias", "subject", "body", "body_type"],
  createChatTemplate: ["name", "language", "category", "body", "header", "footer", "buttons", "chat_account_id"],
  ChatTemplate: [
    ...["id", "name", "can_send", "remote_status", "rejected_reason", "parameters"],
    ...["language", "category", "body", "header", "footer", "buttons"],
  ],
  createSendingAccount: ["label", "from_address", "host", "port", "encryption", "username", "password", "is_default"],
  replaceSendingAccount: ["label", "from_address", "host", "port", "encryption", "username", "password", "is_default"],
  SendingAccount: ["id", "label", "from_address", "is_default", "provider", "host", "port", "encryption", "username"],
  createWebhook: ["url", "event_types"],
  replaceWebhook: ["url", "event_types"],
  Webhook: ["id", "url", "event_types", "status", "disabled_reason", "enabled"],
  WebhookWithSecret: ["id", "secret", "url", "event_types", "status", "disabled_reason", "enabled"],
};
