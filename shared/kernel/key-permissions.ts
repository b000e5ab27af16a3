/** What an API key may be allowed to do (D47). */
export const KEY_PERMISSIONS = [
  "notifications:send",
  "notifications:read",
  "conversations:read",
  "conversations:reply",
  "attachments:write",
  "events:read",
  "templates:read",
] as const;
export type KeyPermission = (typeof KEY_PERMISSIONS)[number];

/**
 * The permission that each operation needs when the credential is an API key. A route that accepts API keys does not
 * compile without a row here. The tools of agents name their permissions in `shared/mcp/contract.ts`.
 */
export const PERMISSION_OF = {
  createNotification: "notifications:send",
  createNotificationBatch: "notifications:send",
  cancelNotification: "notifications:send",
  rescheduleNotification: "notifications:send",
  resendNotification: "notifications:send",
  listNotifications: "notifications:read",
  getNotification: "notifications:read",
  getNotificationTimeline: "notifications:read",
  listConversations: "conversations:read",
  getConversation: "conversations:read",
  getConversationMessages: "conversations:read",
  getMessageMedia: "conversations:read",
  replyToConversation: "conversations:reply",
  uploadMedia: "conversations:reply",
  uploadAttachment: "attachments:write",
  listEvents: "events:read",
  // Every key of test mode may use the sandbox (D48c).
  getTestClock: "none",
  advanceTestClock: "none",
  listSandboxMessages: "none",
  getSandboxMessage: "none",
  getSandboxMessageSource: "none",
  deleteSandboxMessages: "none",
  listCustomerMessages: "none",
  writeAsCustomer: "none",
} as const satisfies Readonly<Record<string, KeyPermission | "none">>;
/** The operations that accept API keys. */
export type KeyOperation = keyof typeof PERMISSION_OF;

const byOperation: ReadonlyMap<string, KeyPermission | "none"> = new Map(Object.entries(PERMISSION_OF));
/** Returns `none` for an operation that needs no permission, and undefined for one that takes no key. */
export const permissionOf = (operationId: string): KeyPermission | "none" | undefined => byOperation.get(operationId);

/** The permissions of a key that was made without any in words. */
export const USUAL_PERMISSIONS: readonly KeyPermission[] = [
  "notifications:send",
  "notifications:read",
  "conversations:read",
  "conversations:reply",
  "attachments:write",
  "events:read",
];
