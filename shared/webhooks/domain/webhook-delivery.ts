/** D40c: of one try. */
export const DELIVERY_STATUSES = ["success", "failed", "pending"] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One try to post one event to one webhook: made, or `pending` and due at `atMs`. */
export interface WebhookDelivery {
  readonly eventId: string;
  readonly type: string;
  /** The thing that the event is about; a pending try has it, too, and one whose event is gone has none. */
  readonly about?: string | undefined;
  /** Of the event in its owner's feed. */
  readonly position: number;
  /** From 1; a try by hand or by a replay counts on. */
  readonly attempt: number;
  readonly status: DeliveryStatus;
  /** Epoch milliseconds of the try; of a pending one, when it is due. */
  readonly atMs: number;
  readonly statusCode?: number | undefined;
  readonly durationMs?: number | undefined;
  /** The first KB of the answer. */
  readonly body?: string | undefined;
  /** Why there was no answer. */
  readonly error?: string | undefined;
}
