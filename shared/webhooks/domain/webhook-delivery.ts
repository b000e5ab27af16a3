/** A try has one of these statuses (D40c). */
export const DELIVERY_STATUSES = ["success", "failed", "pending"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One try to post one event to one webhook: made, or `pending` and due at `atMs`. */
export interface WebhookDelivery {
  readonly eventId: string;
  readonly type: string;
  /** It names the thing that the event is about; a try whose event is gone has none. */
  readonly about?: string | undefined;
  /** The event's position in its owner's feed. */
  readonly position: number;
  /** It counts from 1; a try by hand or by a replay counts on. */
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
