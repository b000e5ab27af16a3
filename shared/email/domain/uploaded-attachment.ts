/** D43: an upload can be used for so long; the sends that have used it keep it for themselves. */
const USABLE_MS = 7 * 86_400_000;

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** RFC 9562 section 5.7: the id of an upload tells its time. Undefined for what cannot be the id of one. */
export function usableUntilMs(uploadId: string): number | undefined {
  const [, high, low] = UUID_V7.exec(uploadId) ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16) + USABLE_MS;
}

/** Whether a file is kept for a send that leaves now, or for one that waits for its time (D42). */
export type Term = "now" | "later";

export interface UploadedAttachment {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly expiresAtMs: number;
}
