import type { Step } from "../domain/delivery.ts";
import type { ClaimedNotification, EmailContent, HistoryEntry, Notification } from "../domain/notification.ts";

export interface NotificationKey {
  readonly owner: string;
  readonly id: string;
}

export type SweepFinding = "enqueue" | "give-up" | "leave";

export interface NotificationStore {
  /**
   * Stores content, then state (`pending`), and makes it due for the sweep. Answers false when the id is taken:
   * an earlier, interrupted request with the same idempotency key got that far.
   */
  add(notification: Notification, content: EmailContent): Promise<boolean>;
  get(owner: string, id: string): Promise<Notification | undefined>;
  /** Throws when the content of an existing notification cannot be read: that is a bug or an outage, never an outcome. */
  content(owner: string, id: string): Promise<EmailContent>;
  /**
   * One conditional write: `pending` and due, or `processing` with its lease over, and attempts left, becomes `processing`
   * with one attempt more, a fresh lease and a new fence (D19). Undefined when there is nothing to claim.
   */
  claim(owner: string, id: string): Promise<ClaimedNotification | undefined>;
  /** Like `content`; undefined when it has expired. */
  findContent(owner: string, id: string): Promise<EmailContent | undefined>;
  /** The owner's notifications, newest first: at most `limit`, all older than `before` when it is given. */
  listRecent(
    owner: string,
    page: { readonly limit: number; readonly before?: string | undefined },
  ): Promise<readonly Notification[]>;
  /** Records the result of an attempt, and the entry for its history. Answers false when the fence is no longer ours: another worker has taken over. */
  record(claimed: ClaimedNotification, step: Step, entry?: HistoryEntry): Promise<boolean>;
  /** At most `limit` keys of this shard whose time has come, oldest first. */
  due(shard: number, limit: number): Promise<readonly NotificationKey[]>;
  /**
   * Decides what the sweep does with one due notification, and moves its next look ahead in the same conditional write, so that
   * two sweeps never act on the same finding. Undefined when somebody else has just changed it.
   */
  sweep(key: NotificationKey): Promise<{ readonly finding: SweepFinding; readonly accountId: string } | undefined>;
  /**
   * Ends a notification that nobody is delivering: `pending`, or `processing` with its lease over. Answers false when it is
   * finished or in a living worker's hands.
   */
  giveUp(owner: string, id: string, cause: string): Promise<boolean>;
  /** Makes a notification that failed for this cause `pending` again, with all its attempts before it; false for any other. */
  revive(owner: string, id: string, cause: string): Promise<boolean>;
}

export const DUE_SHARDS = 32;
