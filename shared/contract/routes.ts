import { createApiKey, listApiKeys, revokeApiKey, rotateApiKey } from "./api-keys.ts";
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
  createNotification,
  getNotification,
  listApiKeys,
  createApiKey,
  revokeApiKey,
  rotateApiKey,
  listNotifications,
  getNotificationTimeline,
];
