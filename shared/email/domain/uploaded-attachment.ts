/** An upload can be used for seven days. Mails that used the upload keep a copy of their own (D43). */
const USABLE_MS = 7 * 86_400_000;

const UUID_V7 = /^([0-9a-f]{8})-([0-9a-f]{4})-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/;

/** Returns the epoch millisecond until which an upload can be used, from the time in its id (RFC 9562 section 5.7); undefined for other texts. */
export function usableUntilMs(uploadId: string): number | undefined {
  const [, high, low] = UUID_V7.exec(uploadId) ?? [];
  return high === undefined || low === undefined ? undefined : Number.parseInt(high + low, 16) + USABLE_MS;
}

/** `now` keeps a file for a mail that leaves now; `later` keeps it for a mail that waits for its time (D42). */
export type Term = "now" | "later";

export interface UploadedAttachment {
  readonly id: string;
  readonly filename: string;
  readonly contentType: string;
  readonly sizeBytes: number;
  readonly expiresAtMs: number;
}
