import { readRecipient } from "../../suppressions/domain/recipient.ts";

/** A mail of test mode as it was handed over, without its source. */
export interface SandboxMail {
  readonly id: string;
  /** Absent for the test send of an account. */
  readonly notificationId?: string | undefined;
  /** RFC 3339, in the owner's test time. */
  readonly receivedAt: string;
  /** The addresses of the envelope. */
  readonly mailFrom: string;
  readonly rcptTo: readonly string[];
  readonly messageId: string;
  readonly subject: string;
  readonly from: string;
  /** The length of the source in bytes. */
  readonly size: number;
}

/** A mail with what a reader sees of it. */
export interface ReadMail {
  readonly mail: SandboxMail;
  /** The values by the header's name in lower case; a list where a header comes several times. */
  readonly headers: Readonly<Record<string, string | string[]>>;
  /** Empty when the mail has no such part. */
  readonly text: string;
  readonly html: string;
}

/** Makes a filter for mails with this recipient in the envelope, however it is spelled; without a recipient it passes every mail. */
export function isSentTo(recipient: string | undefined): (mail: Pick<SandboxMail, "rcptTo">) => boolean {
  const keyOf = (address: string) => readRecipient(address)?.key;
  const wanted = recipient === undefined ? undefined : keyOf(recipient);
  return ({ rcptTo }) =>
    recipient === undefined || (wanted !== undefined && rcptTo.some((address) => keyOf(address) === wanted));
}
