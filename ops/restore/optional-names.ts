import { RESTORED_AT } from "../../shared/kernel/table-change.ts";

/** Attributes of `Config` and `Chat`, whose items can be set back, that an update or a new version may add to an item after it was read. */
export const OPTIONAL_NAMES = [
  RESTORED_AT,
  // Attributes of sending accounts and email templates.
  ...["fromName", "fromAddresses", "blobKey", "compressed", "sizeBytes", "revision"],
  ...["alias", "isStrict", "escaping", "version", "showsOptions"],
  // Attributes of chat accounts and chat templates.
  ...["providerPhoneNumberId", "ownerBuckets", "defaultTurn", "isUnsettled", "rejectedReason"],
  // Attributes of conversations.
  ...["customerPhone", "providerUserId", "profileName", "latestInboundAtMs", "recent", "position"],
  ...["last", "firstWroteAtMs", "lastCustomer", "waitingSinceMs", "unread", "readUpTo", "isDone"],
  ...["waiting", "waitingPosition"],
  // Attributes of messages and their files.
  ...["arrivedAtMs", "providerMessageId", "notificationId", "media", "mediaKey"],
  ...["retrievalAttempts", "retrievalLease", "storedMedia"],
] as const;
