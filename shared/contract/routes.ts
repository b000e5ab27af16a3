import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./api-keys.ts";
import {
  createChatAccount,
  deleteChatAccount,
  getChatAccount,
  listChatAccounts,
  listOwnChatAccounts,
  replaceChatAccount,
  verifyChatAccount,
} from "./chat-accounts.ts";
import { receiveChatEvent } from "./chat-events.ts";
import {
  checkChatTemplate,
  createChatTemplate,
  deleteChatTemplate,
  getChatTemplate,
  listChatTemplates,
  syncChatTemplate,
} from "./chat-templates.ts";
import {
  getMessageMedia,
  getPanelMessageMedia,
  uploadMedia,
  uploadPanelMedia,
  uploadTemplateMedia,
} from "./conversation-media.ts";
import {
  getConversation,
  getConversationMessages,
  getPanelConversation,
  getPanelConversationMessages,
  listConversations,
  listPanelConversations,
  replyToConversation,
  replyToPanelConversation,
} from "./conversations.ts";
import { getDocs, getDocsAsset, getOpenApi } from "./docs.ts";
import {
  createEmailTemplate,
  deleteEmailTemplate,
  getEmailTemplate,
  listEmailTemplates,
  previewEmailTemplate,
  replaceEmailTemplate,
} from "./email-templates.ts";
import { createNotification, getNotification } from "./notifications.ts";
import { getNotificationTimeline, listNotifications } from "./panel-notifications.ts";
import { getOverview } from "./panel-overview.ts";
import { getSession } from "./panel-session.ts";
import { testEmailTemplate } from "./panel-template-test.ts";
import type { Route } from "./route.ts";
import {
  createSendingAccount,
  deleteSendingAccount,
  getSendingAccount,
  listSendingAccounts,
  replaceSendingAccount,
  testSendingAccount,
} from "./sending-accounts.ts";
import { getLiveness, getReadiness, getStatus } from "./system.ts";

/** Every HTTP route. Gateway, local host, OpenAPI document, fallback and tests read this list. */
export const routes: readonly Route[] = [
  getStatus,
  getLiveness,
  getReadiness,
  getOpenApi,
  getDocs,
  getDocsAsset,
  listSendingAccounts,
  createSendingAccount,
  getSendingAccount,
  replaceSendingAccount,
  deleteSendingAccount,
  testSendingAccount,
  listEmailTemplates,
  createEmailTemplate,
  getEmailTemplate,
  replaceEmailTemplate,
  deleteEmailTemplate,
  previewEmailTemplate,
  listChatTemplates,
  createChatTemplate,
  getChatTemplate,
  syncChatTemplate,
  deleteChatTemplate,
  checkChatTemplate,
  listOwnChatAccounts,
  listChatAccounts,
  createChatAccount,
  getChatAccount,
  replaceChatAccount,
  deleteChatAccount,
  verifyChatAccount,
  createNotification,
  getNotification,
  listConversations,
  getConversation,
  getConversationMessages,
  replyToConversation,
  listPanelConversations,
  getPanelConversation,
  getPanelConversationMessages,
  replyToPanelConversation,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  rotateApiKey,
  listNotifications,
  getNotificationTimeline,
  getSession,
  getOverview,
  testEmailTemplate,
  uploadMedia,
  uploadPanelMedia,
  uploadTemplateMedia,
  getMessageMedia,
  getPanelMessageMedia,
  receiveChatEvent,
];
