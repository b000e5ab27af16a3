import type { EmailContent } from "../../shared/email/domain/email-content.ts";
import type { SendingAccount } from "../../shared/email/domain/sending-account.ts";
import type { Sealed } from "../../shared/kernel/secrets/secret-box.ts";
import type { ApiKey } from "../../shared/keys/domain/api-key.ts";
import type { ClaimedNotification, Notification } from "../../shared/notifications/domain/notification.ts";
import type { Webhook } from "../../shared/webhooks/domain/webhook.ts";
import { anOwner } from "./an-owner.ts";

const AT = "2026-11-21T12:00:00.000Z";

/** Builds a pending email of a new owner; a test passes only the fields that it is about. */
export const aNotification = (changes: Partial<Notification> = {}): Notification => ({
  owner: anOwner(),
  id: crypto.randomUUID(),
  channel: "email",
  status: "pending",
  attempts: 0,
  maxAttempts: 5,
  accountId: crypto.randomUUID(),
  createdAt: AT,
  updatedAt: AT,
  ...changes,
});

export const aClaim = (changes: Partial<ClaimedNotification> = {}): ClaimedNotification => ({
  ...aNotification({ attempts: 1 }),
  status: "processing",
  fence: crypto.randomUUID(),
  ...changes,
});

export const anEmail = (changes: Partial<EmailContent> = {}): EmailContent => ({
  channel: "email",
  recipient: "anna@example.org",
  cc: [],
  bcc: [],
  subject: "Hello",
  body: "Good morning.",
  bodyType: "text",
  ...changes,
});

export const aSendingAccount = (changes: Partial<SendingAccount> = {}): SendingAccount => ({
  owner: anOwner(),
  id: crypto.randomUUID(),
  label: "Main",
  fromAddress: "herald@sender.example",
  isDefault: false,
  trustedDomains: [],
  apiAllowedDomains: [],
  settings: { provider: "smtp", host: "mail.sender.example", port: 587, encryption: "starttls" },
  secret: "sealed" as Sealed,
  createdAt: AT,
  updatedAt: AT,
  revision: "1",
  ...changes,
});

export const anApiKey = (changes: Partial<ApiKey> = {}): ApiKey => ({
  owner: anOwner(),
  id: crypto.randomUUID(),
  name: "Shop",
  prefix: "hrld_live_ab",
  lastFour: "wxyz",
  createdAt: AT,
  ...changes,
});

export const aWebhook = (changes: Partial<Webhook> = {}): Webhook => ({
  owner: anOwner(),
  id: crypto.randomUUID(),
  url: "https://receiver.example/events",
  eventTypes: [],
  description: "",
  isEnabled: true,
  secret: "sealed" as Sealed,
  createdAt: AT,
  updatedAt: AT,
  revision: "1",
  ...changes,
});
