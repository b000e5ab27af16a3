import { listActivity, listAdministrationActivity } from "./activity/contract.ts";
import { getAlerts, replaceAlerts } from "./alerts/contract/panel/alerts.ts";
import {
  approveNotification,
  countApprovals,
  declineNotification,
  listApprovals,
} from "./channels/contract/panel/approvals.ts";
import { getPanelMessage } from "./channels/contract/panel/message.ts";
import {
  createChatAccount,
  deleteChatAccount,
  getChatAccount,
  getChatAccountNumber,
  listChatAccounts,
  listOwnChatAccounts,
  replaceChatAccount,
  verifyChatAccount,
} from "./chat/contract/chat-accounts.ts";
import { receiveChatEvent } from "./chat/contract/chat-events.ts";
import {
  checkChatTemplate,
  createChatTemplate,
  deleteChatTemplate,
  getChatTemplate,
  listChatTemplates,
  syncChatTemplate,
} from "./chat/contract/chat-templates.ts";
import { getVariableNames, replaceVariableNames } from "./chat/contract/variable-names.ts";
import {
  getMessageMedia,
  getPanelMessageMedia,
  uploadMedia,
  uploadPanelMedia,
  uploadTemplateMedia,
} from "./conversations/contract/conversation-media.ts";
import {
  getConversation,
  getConversationMessages,
  listConversations,
  replyToConversation,
} from "./conversations/contract/conversations.ts";
import {
  countPanelConversations,
  getPanelConversation,
  getPanelConversationMessages,
  listPanelConversations,
  replyToPanelConversation,
} from "./conversations/contract/panel/conversations.ts";
import {
  addConversationNote,
  createCannedReply,
  deleteCannedReply,
  deleteConversationNote,
  getCannedReply,
  listCannedReplies,
  listConversationNotes,
  markPanelConversation,
  replaceCannedReply,
} from "./conversations/contract/panel/inbox.ts";
import type { Route } from "./edge/contract/route.ts";
import { getLiveness, getReadiness, getStatus } from "./edge/contract/system.ts";
import { uploadAttachment, uploadPanelAttachment } from "./email/contract/attachments.ts";
import { receiveEmailEvent } from "./email/contract/email-events.ts";
import {
  createEmailTemplate,
  deleteEmailTemplate,
  getEmailTemplate,
  listEmailTemplates,
  replaceEmailTemplate,
} from "./email/contract/email-templates.ts";
import { testEmailTemplate } from "./email/contract/panel/template-test.ts";
import { getSenderDomain } from "./email/contract/sender-domain.ts";
import { tryAccountDraft, trySendingAccount } from "./email/contract/sending-account-trial.ts";
import {
  createSendingAccount,
  deleteSendingAccount,
  getSendingAccount,
  listSendingAccounts,
  replaceSendingAccount,
  testSendingAccount,
} from "./email/contract/sending-accounts.ts";
import { previewEmailTemplate } from "./email/contract/template-preview.ts";
import { getTemplateSamples, keepTemplateSamples } from "./email/contract/template-samples.ts";
import { listEmailTemplateVersions, restoreEmailTemplateVersion } from "./email/contract/template-versions.ts";
import { listEvents } from "./events/contract/feed.ts";
import { getPanelEvent, listPanelEvents } from "./events/contract/panel/events.ts";
import { findOwners, getSession } from "./identity/contract.ts";
import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./keys/contract.ts";
import { createNotificationBatch } from "./notifications/contract/batch.ts";
import { getNotification } from "./notifications/contract/expanded-notification.ts";
import { listNotifications } from "./notifications/contract/notification-list.ts";
import { getNotificationTimeline } from "./notifications/contract/notification-timeline.ts";
import { createNotification } from "./notifications/contract/notifications.ts";
import { getPanelAttachment } from "./notifications/contract/panel/message-file.ts";
import { createPanelNotification } from "./notifications/contract/panel/new-notification.ts";
import { getPanelNotification } from "./notifications/contract/panel/notification.ts";
import { listPanelNotifications } from "./notifications/contract/panel/notification-list.ts";
import { getPanelNotificationTimeline } from "./notifications/contract/panel/notification-timeline.ts";
import { getOverview } from "./notifications/contract/panel/overview.ts";
import {
  cancelPanelNotification,
  resendPanelNotification,
  retryPanelNotification,
} from "./notifications/contract/panel/sender-changes.ts";
import {
  cancelNotification,
  rescheduleNotification,
  resendNotification,
} from "./notifications/contract/sender-changes.ts";
import { getDocs, getDocsAsset, getInternalDocs, getOpenApi } from "./reference/contract/docs.ts";
import { advancePanelTestClock, advanceTestClock, getPanelTestClock, getTestClock } from "./sandbox/contract/clock.ts";
import {
  listCustomerMessages,
  listPanelCustomerMessages,
  writeAsCustomer,
  writeAsPanelCustomer,
} from "./sandbox/contract/customers.ts";
import {
  deletePanelSandboxMessages,
  deleteSandboxMessages,
  getPanelSandboxMessage,
  getPanelSandboxMessageSource,
  getSandboxMessage,
  getSandboxMessageSource,
  listPanelSandboxMessages,
  listSandboxMessages,
} from "./sandbox/contract/mails.ts";
import { getAttention } from "./statistics/contract/attention.ts";
import { getEverybodysStatistics, getStatistics } from "./statistics/contract/statistics.ts";
import { importSuppressions } from "./suppressions/contract/import.ts";
import { getSuppressionSettings, replaceSuppressionSettings } from "./suppressions/contract/settings.ts";
import { createSuppression, deleteSuppression, listSuppressions } from "./suppressions/contract/suppressions.ts";
import { checkUnsubscribePage, getUnsubscribePage, unsubscribe } from "./suppressions/contract/unsubscribe.ts";
import {
  listWebhookDeliveries,
  replayWebhook,
  retryWebhookDelivery,
  testWebhook,
} from "./webhooks/contract/webhook-deliveries.ts";
import {
  createWebhook,
  deleteWebhook,
  getWebhook,
  listWebhooks,
  replaceWebhook,
  rotateWebhookSecret,
} from "./webhooks/contract/webhooks.ts";

/** Every HTTP route. Gateway, local host, OpenAPI document, fallback and tests read this list. */
export const routes: readonly Route[] = [
  getStatus,
  getLiveness,
  getReadiness,
  getOpenApi,
  getDocs,
  getInternalDocs,
  getDocsAsset,
  listSendingAccounts,
  createSendingAccount,
  getSendingAccount,
  replaceSendingAccount,
  deleteSendingAccount,
  testSendingAccount,
  trySendingAccount,
  tryAccountDraft,
  getSenderDomain,
  listEmailTemplates,
  createEmailTemplate,
  getEmailTemplate,
  replaceEmailTemplate,
  deleteEmailTemplate,
  listEmailTemplateVersions,
  restoreEmailTemplateVersion,
  previewEmailTemplate,
  getTemplateSamples,
  keepTemplateSamples,
  listChatTemplates,
  createChatTemplate,
  getChatTemplate,
  syncChatTemplate,
  deleteChatTemplate,
  checkChatTemplate,
  getVariableNames,
  replaceVariableNames,
  listOwnChatAccounts,
  findOwners,
  listChatAccounts,
  createChatAccount,
  getChatAccount,
  replaceChatAccount,
  deleteChatAccount,
  verifyChatAccount,
  getChatAccountNumber,
  listAdministrationActivity,
  createNotification,
  createNotificationBatch,
  listNotifications,
  getNotification,
  getNotificationTimeline,
  cancelNotification,
  rescheduleNotification,
  resendNotification,
  listConversations,
  getConversation,
  getConversationMessages,
  replyToConversation,
  listPanelConversations,
  getPanelConversation,
  getPanelConversationMessages,
  replyToPanelConversation,
  countPanelConversations,
  markPanelConversation,
  listConversationNotes,
  addConversationNote,
  deleteConversationNote,
  listCannedReplies,
  createCannedReply,
  getCannedReply,
  replaceCannedReply,
  deleteCannedReply,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  rotateApiKey,
  getTestClock,
  advanceTestClock,
  getPanelTestClock,
  advancePanelTestClock,
  listSandboxMessages,
  listPanelSandboxMessages,
  getSandboxMessage,
  getPanelSandboxMessage,
  getSandboxMessageSource,
  getPanelSandboxMessageSource,
  deleteSandboxMessages,
  deletePanelSandboxMessages,
  writeAsCustomer,
  listCustomerMessages,
  writeAsPanelCustomer,
  listPanelCustomerMessages,
  createPanelNotification,
  listPanelNotifications,
  getPanelNotification,
  getPanelMessage,
  getPanelAttachment,
  getPanelNotificationTimeline,
  cancelPanelNotification,
  retryPanelNotification,
  resendPanelNotification,
  listApprovals,
  countApprovals,
  approveNotification,
  declineNotification,
  listPanelEvents,
  getPanelEvent,
  listActivity,
  getAlerts,
  replaceAlerts,
  getSession,
  getOverview,
  getStatistics,
  getEverybodysStatistics,
  getAttention,
  testEmailTemplate,
  uploadAttachment,
  uploadPanelAttachment,
  uploadMedia,
  uploadPanelMedia,
  uploadTemplateMedia,
  getMessageMedia,
  getPanelMessageMedia,
  receiveChatEvent,
  receiveEmailEvent,
  listEvents,
  listWebhooks,
  createWebhook,
  getWebhook,
  replaceWebhook,
  deleteWebhook,
  rotateWebhookSecret,
  testWebhook,
  listWebhookDeliveries,
  retryWebhookDelivery,
  replayWebhook,
  importSuppressions,
  getSuppressionSettings,
  replaceSuppressionSettings,
  listSuppressions,
  createSuppression,
  deleteSuppression,
  getUnsubscribePage,
  checkUnsubscribePage,
  unsubscribe,
];
