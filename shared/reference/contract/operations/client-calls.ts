/**
 * The call of `@herald/client` for each operation that the client has. `$body` stands for the body of an example,
 * `$body.x` for its field `x`, and `$x` for the path's parameter `x`.
 */
export const CLIENT_CALLS: Readonly<Record<string, string>> = {
  createNotification: `const { id } = await herald.notifications.send($body);
console.log(await herald.notifications.waitUntilSettled(id));`,
  createNotificationBatch: `const { results } = await herald.notifications.sendBatch($body);
for (const result of results) console.log(result);`,
  cancelNotification: "const { status } = await herald.notifications.cancel($id);",
  rescheduleNotification: `const sendAt = $body.send_at;
await herald.notifications.reschedule($id, sendAt);`,
  resendNotification: "const { id: newId } = await herald.notifications.resend($id);",
  uploadAttachment: `const type = "text/csv";
const file = new File(["Item,Price"], "order.csv", { type });
const { attachment_id } = await herald.attachments.upload(file);`,
  listNotifications: `// The loop fetches further pages as it needs them.
const failed = herald.notifications.list({ status: "failed" });
for await (const { id, last_error } of failed) {
  console.log(id, last_error);
}`,
  getNotification: "const { status } = await herald.notifications.get($id);",
  getNotificationTimeline: "const { explanation } = await herald.notifications.timeline($id);",

  listConversations: `// The loop fetches further pages as it needs them.
const open = herald.conversations.list({ window: "open" });
for await (const { id, customer_phone } of open) {
  console.log(id, customer_phone);
}`,
  getConversation: "const { window_open } = await herald.conversations.get($id);",
  getConversationMessages: `// The loop fetches older messages as it needs them.
const messages = herald.conversations.messages($id);
for await (const { direction, payload } of messages) {
  console.log(direction, payload);
}`,
  replyToConversation: "const reply = await herald.conversations.reply($id, $body);",
  uploadMedia: `const type = "text/plain";
const file = new File(["Item,Price"], "order.txt", { type });
const media = await herald.conversations.uploadMedia($id, {
  file,
  mediaType: "document",
  filename: file.name,
});`,
  getMessageMedia: `// The call waits while the file is being copied.
const { url } = await herald.conversations.media($id, $messageID);`,

  listEvents: `// \`herald.events.listen()\` reads on without end.
const { events, next_cursor } = await herald.events.page();`,

  listWebhooks: "const webhooks = await herald.webhooks.list();",
  createWebhook: "const { id, secret } = await herald.webhooks.create($body);",
  getWebhook: "const { status } = await herald.webhooks.get($id);",
  replaceWebhook: "const webhook = await herald.webhooks.replace($id, $body);",
  deleteWebhook: "await herald.webhooks.delete($id);",
  rotateWebhookSecret: "const { secret } = await herald.webhooks.rotateSecret($id, $body);",
  testWebhook: "const answer = await herald.webhooks.test($id);",
  listWebhookDeliveries: `// The loop fetches further pages as it needs them.
const tries = herald.webhooks.deliveries($id);
for await (const { event_id, status } of tries) {
  console.log(event_id, status);
}`,
  retryWebhookDelivery: "await herald.webhooks.retry($id, $event_id);",
  replayWebhook: "await herald.webhooks.replay($id, $body);",

  listSuppressions: `// The loop fetches further pages as it needs them.
const suppressions = herald.suppressions.list();
for await (const { recipient, reason } of suppressions) {
  console.log(recipient, reason);
}`,
  createSuppression: "const { id } = await herald.suppressions.create($body);",
  getSuppressionSettings: "const { chat_stop } = await herald.suppressions.settings();",
  replaceSuppressionSettings: "const settings = await herald.suppressions.replaceSettings($body);",
  deleteSuppression: "await herald.suppressions.delete($id);",

  listSandboxMessages: `// The loop fetches further pages as it needs them.
const mails = herald.sandbox.messages.list();
for await (const { subject, rcpt_to } of mails) {
  console.log(subject, rcpt_to);
}`,
  getSandboxMessage: "const { headers, text } = await herald.sandbox.messages.get($id);",
  getSandboxMessageSource: "const source = await herald.sandbox.messages.raw($id);",
  deleteSandboxMessages: "await herald.sandbox.messages.clear();",
  getTestClock: "const { now } = await herald.sandbox.clock();",
  advanceTestClock: "const { now } = await herald.sandbox.advance(86_400);",
  writeAsCustomer: "const added = await herald.sandbox.writeAs($phone, $body);",
  listCustomerMessages: `// The loop fetches further pages as it needs them.
for await (const { message } of herald.sandbox.sentTo($phone)) {
  console.log(message);
}`,

  listEmailTemplates: "const templates = await herald.emailTemplates.list();",
  createEmailTemplate: "const { id } = await herald.emailTemplates.create($body);",
  getEmailTemplate: "const { subject, body } = await herald.emailTemplates.get($id);",
  replaceEmailTemplate: "const { version } = await herald.emailTemplates.replace($id, $body);",
  deleteEmailTemplate: "await herald.emailTemplates.delete($id);",
  listEmailTemplateVersions: "const versions = await herald.emailTemplates.versions($id);",
  restoreEmailTemplateVersion: "const template = await herald.emailTemplates.restore($id, $body.version);",

  listChatTemplates: "const templates = await herald.chatTemplates.list();",
  createChatTemplate: "const { id, can_send } = await herald.chatTemplates.create($body);",
  getChatTemplate: "const { can_send } = await herald.chatTemplates.get($id);",
  syncChatTemplate: "const { can_send } = await herald.chatTemplates.sync($id);",
  deleteChatTemplate: "await herald.chatTemplates.delete($id);",

  listSendingAccounts: "const accounts = await herald.sendingAccounts.list();",
  createSendingAccount: "const { id } = await herald.sendingAccounts.create($body);",
  getSendingAccount: "const { from_address } = await herald.sendingAccounts.get($id);",
  replaceSendingAccount: "const account = await herald.sendingAccounts.replace($id, $body);",
  deleteSendingAccount: "await herald.sendingAccounts.delete($id);",
  testSendingAccount: "const { status } = await herald.sendingAccounts.test($id, $body);",

  getStatus: "const { status } = await herald.status.get();",
  getLiveness: "const { status } = await herald.status.live();",
  getReadiness: "const { status } = await herald.status.ready();",
};
