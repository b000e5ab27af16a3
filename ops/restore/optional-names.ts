import { RESTORED_AT } from "../../shared/kernel/table-change.ts";

/**
 * Names attributes that an item may lack when `herald restore` reads it. Herald, or a newer release of it, may add such
 * an attribute before `herald restore` overwrites the item, so the write has the condition that the attribute is still
 * absent. The list covers the tables `Config` and `Chat`, because `herald restore` overwrites items only in these
 * tables.
 */
export const OPTIONAL_NAMES = [
  RESTORED_AT,
  // Attributes of sending accounts and email templates.
  ...["fromName", "fromAddresses", "returnPath", "feedbackTopicArn", "blobKey", "compressed", "sizeBytes", "revision"],
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
