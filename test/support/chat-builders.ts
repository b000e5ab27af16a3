import type { ChatAccount } from "../../shared/chat/domain/chat-account.ts";
import { addressOf, type ChatContent, type TemplateMessage } from "../../shared/chat/domain/chat-content.ts";
import type { ChatTemplate } from "../../shared/chat/domain/templates/chat-template.ts";
import { anOwner } from "./an-owner.ts";

const AT = "2026-11-21T12:00:00.000Z";

/** Returns digits that no other test has. */
export const someDigits = (count = 15): string =>
  `1${Array.from({ length: count - 1 }, () => Math.floor(Math.random() * 10)).join("")}`;

const hex = () => crypto.randomUUID().replaceAll("-", "");

/** Builds an account of one new owner; a test passes only the fields that it is about. */
export const aChatAccount = (changes: Partial<ChatAccount> = {}): ChatAccount => ({
  id: crypto.randomUUID(),
  label: "Shop",
  ownershipType: "service_managed",
  cloudRegion: "eu-central-1",
  businessAccountId: `waba-${hex()}`,
  originationPhoneNumberId: `phone-number-id-${hex()}`,
  providerBusinessAccountId: someDigits(),
  providerPhoneNumberId: someDigits(),
  isDefault: false,
  owners: [anOwner()],
  createdAt: AT,
  updatedAt: AT,
  ...changes,
});

/** Builds an approved template of a new owner with one variable; a test passes only the fields that it is about. */
export const aChatTemplate = (changes: Partial<ChatTemplate> = {}): ChatTemplate => ({
  id: crypto.randomUUID(),
  owner: anOwner(),
  chatAccountId: crypto.randomUUID(),
  definition: {
    name: `order_${someDigits(8)}`,
    language: "en_US",
    category: "UTILITY",
    body: { text: "Hello {{1}}, good day.", examples: ["Ana"] },
  },
  parameters: [{ component: "body", position: 1, name: "parameter_1", type: "text", required: true }],
  providerTemplateId: someDigits(18),
  remoteStatus: "APPROVED",
  quality: "UNKNOWN",
  isDisabled: false,
  createdAt: AT,
  updatedAt: AT,
  ...changes,
});

/** Builds a text to a customer; a test passes only the fields that it is about. */
export const aChatContent = ({
  customer = { phone: "+15551230001" },
  ...changes
}: Partial<ChatContent> = {}): ChatContent => ({
  ...{ channel: "chat", recipient: addressOf(customer), customer },
  customerKey: "+15551230001",
  conversationId: crypto.randomUUID(),
  message: { type: "text", body: "Hi", previewUrl: false },
  ...changes,
});

/** Builds a template message with one value. */
export const aTemplateMessage = (changes: Partial<TemplateMessage> = {}): TemplateMessage => ({
  type: "template",
  templateId: crypto.randomUUID(),
  name: "order_update",
  language: "en_US",
  components: { body: ["Ana"], buttons: [] },
  values: { parameter_1: "Ana" },
  ...changes,
});
