/** A recipient that a returned mail names. */
export interface ReturnedRecipient {
  /**
   * The addresses that the report gives for the recipient, the most trustworthy first (D45f). The recipient is the first one that the mail
   * went to. The list is empty when the report hides the address.
   */
  readonly addresses: readonly string[];
}

export interface BouncedRecipient extends ReturnedRecipient {
  /** An enhanced status code of RFC 3463. */
  readonly status?: string | undefined;
  /** The SMTP response that refused the mail, or what the report says instead, in one line. */
  readonly response?: string | undefined;
}

/** These feedback types complain; the others change nothing (D45f). */
export const COMPLAINTS = ["abuse", "fraud", "virus", "other"] as const;
export type ComplaintType = (typeof COMPLAINTS)[number];

interface Returned {
  /** The token of a notification may stand in one of these addresses. The caller verifies tokens. */
  readonly tokenAddresses: readonly string[];
}

export interface BounceReport extends Returned {
  readonly kind: "bounce";
  /** There is at least one recipient. */
  readonly recipients: readonly BouncedRecipient[];
}

export interface ComplaintReport extends Returned {
  readonly kind: "complaint";
  readonly feedbackType: ComplaintType;
  /** There is at least one recipient. */
  readonly recipients: readonly ReturnedRecipient[];
}

/** A report that was understood and changes nothing, for example of a delay. */
export interface IdleReport extends Returned {
  readonly kind: "nothing";
}

export type ReturnedMail = BounceReport | ComplaintReport | IdleReport;

/** Nobody can tell what such a mail reports, so it is dropped and counted (D45f). */
export const NOT_UNDERSTOOD = "not_understood";
export type NotUnderstood = typeof NOT_UNDERSTOOD;

/** A larger mail is not taken (D45f). */
export const MAX_MAIL_BYTES = 40 * 1024 * 1024;
/** Only so much of a mail is read, because the report stands before the returned mail (D45f). */
export const READ_BYTES = 1024 * 1024;

/** More recipients of one report are not read (D45f). */
export const MAX_RECIPIENTS = 1000;
