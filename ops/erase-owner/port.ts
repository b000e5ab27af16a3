import type { Owner } from "../../shared/kernel/owner.ts";
/** Counts everything that was erased, so that the caller has a record of it. */
export interface ErasureReceipt {
  readonly configItems: number;
  readonly apiKeys: number;
  readonly notifications: number;
  readonly contents: number;
  /** Counts conversations with their messages, uploads and the assignments of customers. */
  readonly chatItems: number;
  readonly deadLetters: number;
  /** Counts the settings for alerts, and the records of alerts that were raised. */
  readonly alerts: number;
  /** Counts items of the feed, each of which holds many events. */
  readonly events: number;
  /** Counts entries of the owner's activity log, and their own entries in the administrators' log. */
  readonly activity: number;
  /** Counts the erased counters of the owner's notifications. Counters for all owners together stay. */
  readonly figures: number;
  /** Counts the progress of webhooks and the tries in their logs. */
  readonly webhookItems: number;
  /** Counts what the sandbox of test mode had: mails with their sources, messages to customers, and its own counts. */
  readonly sandboxItems: number;
  /** Counts versions of objects in the content bucket. */
  readonly blobs: number;
}

/** Has something of an owner's live mode and of the owner's test mode. */
export interface BothModes<Part> {
  readonly live: Part;
  readonly test: Part;
}

export interface OwnerEraser {
  /**
   * Erases everything that is stored about an owner, in both modes. It may be run again, and then finds nothing. Work in progress ends
   * once its records are erased.
   */
  erase(owner: Owner): Promise<BothModes<ErasureReceipt>>;
}
