import type { Status } from "../domain/notification.ts";

export interface NotificationStatuses {
  /** Of an owner's notifications, strongly consistent; what is gone is not in the map. At most 500 ids. */
  statusesOf(owner: string, ids: readonly string[]): Promise<ReadonlyMap<string, Status>>;
}
