import { RESTORED_AT } from "../../shared/kernel/table-change.ts";

/**
 * Attributes that a living item may have got after it was read: each is missing in some items, and an update, or the item's next version,
 * brings it. Of the tables whose items are set back, `Config` and `Chat`.
 */
export const OPTIONAL_NAMES = [
  RESTORED_AT,
  // Sending accounts, email templates.
  ...["fromName", "blobKey", "compressed", "sizeBytes", "revision"],
  ...["alias", "isStrict", "escaping", "version", "showsOptions"],
  // Chat accounts, chat templates.
  ...["providerPhoneNumberId", "ownerBuckets", "defaultTurn", "isUnsettled", "rejectedReason"],
  // Conversations.
  ...["customerPhone", "providerUserId", "profileName", "latestInboundAtMs", "recent", "position"],
  ...["last", "firstWroteAtMs", "lastCustomer", "waitingSinceMs", "unread", "readUpTo", "isDone"],
  ...["waiting", "waitingPosition"],
  // Messages and their files.
  ...["arrivedAtMs", "providerMessageId", "notificationId", "media", "mediaKey"],
  ...["retrievalAttempts", "retrievalLease", "storedMedia"],
] as const;
