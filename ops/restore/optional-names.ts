import { RESTORED_AT } from "../../shared/kernel/table-change.ts";

/**
 * An update or a new version may add these attributes to an item after it was read. They belong to the tables `Config`
 * and `Chat`, whose items can be set back.
 */
export const OPTIONAL_NAMES = [
  RESTORED_AT,
  // Attributes of sending accounts and email templates.
  ...["fromName", "fromAddresses", "blobKey", "compressed", "sizeBytes", "revision"],
  ...["alias", "isStrict", "escaping", "version", "showsOptions"],
  // Attributes of chat accounts and chat templates.
  ...["providerPhoneNumberId", "ownerBuckets", "defaultTurn", "isUnsettled", "rejectedReason"],
  // Attributes of an owner's settings for alerts.
  ...["unsent", "waitingToldMs", "summaryToldMs"],
  // Attributes of suppressions, and of the keywords that stop marketing.
  ...["topic", "notificationId", "response", "onSinceMs"],
  // Attributes of conversations.
  ...["customerPhone", "providerUserId", "profileName", "latestInboundAtMs", "recent", "position"],
  ...["last", "firstWroteAtMs", "lastCustomer", "waitingSinceMs", "unread", "readUpTo", "isDone"],
  ...["waiting", "waitingPosition"],
  // Attributes of messages and their files.
  ...["arrivedAtMs", "providerMessageId", "media", "mediaKey"],
  ...["retrievalAttempts", "retrievalLease", "storedMedia"],
] as const;
