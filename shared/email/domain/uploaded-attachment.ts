/** An upload can be used for seven days; sends that used it keep their own copy (D43). */
const USABLE_MS = 7 * 86_400_000;

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** An upload's id contains its time (RFC 9562 section 5.7); undefined when the text cannot be such an id. */
export function usableUntilMs(uploadId: string): number | undefined {
  const [, high, low] = UUID_V7.exec(uploadId) ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16) + USABLE_MS;
}

/** A file is kept for a send that leaves now, or for one that waits for its time (D42). */
export type Term = "now" | "later";

export interface UploadedAttachment {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly expiresAtMs: number;
}
