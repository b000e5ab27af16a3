/** A try has one of these statuses (D40c). */
export const DELIVERY_STATUSES = ["success", "failed", "pending"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One try to post one event to one webhook: made, or `pending` and due at `atMs`. */
export interface WebhookDelivery {
  readonly eventId: string;
  readonly type: string;
  /** The name of the thing that the event is about (`aboutOf`); absent for a try whose event is gone. */
  readonly about?: string | undefined;
  /** The event's position in its owner's feed. */
  readonly position: number;
  /** The number of the event's try, from 1. Tries by hand and by a replay get the next numbers. */
  readonly attempt: number;
  readonly status: DeliveryStatus;
  /** The time of the try in epoch milliseconds; a pending try is due then. */
  readonly atMs: number;
  readonly statusCode?: number | undefined;
  readonly durationMs?: number | undefined;
  /** The first KB of the answer. */
  readonly body?: string | undefined;
  /** The reason why there was no answer. */
  readonly error?: string | undefined;
}
