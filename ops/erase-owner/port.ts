import type { Owner } from "../../shared/kernel/owner.ts";
/** The counts of all that was erased, for the caller to keep. */
export interface ErasureReceipt {
  readonly configItems: number;
  readonly apiKeys: number;
  readonly notifications: number;
  readonly contents: number;
  /** Conversations, their messages, uploads, and holds. */
  readonly chatItems: number;
  readonly deadLetters: number;
  /** Items of the feed, each with many events. */
  readonly events: number;
  /** Entries of the owner's log of activity, and the owner's own in that of administrators. */
  readonly activity: number;
  /** Counters of what the notifications did; those of all owners together stay. */
  readonly figures: number;
  /** How far webhooks have come, and the tries in their logs. */
  readonly webhookItems: number;
  /** Versions of objects in the content bucket. */
  readonly blobs: number;
}

export interface OwnerEraser {
  /** Everything that is kept of one owner; may be run again, and then finds nothing. What is in flight ends with its records. */
  erase(owner: Owner): Promise<ErasureReceipt>;
}
