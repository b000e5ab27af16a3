import type { ContentSize } from "./contents.ts";

/** Describes the messages and files of a month. */
export interface Month {
  readonly emails: number;
  /** The number of emails per second during a campaign, or undefined if they are spread evenly over the month. */
  readonly perSecond?: number | undefined;
  /** Messages are spread evenly between this number of owners. */
  readonly owners: number;
  /** This share of emails, from 0 to 1, comes with an `Idempotency-Key`. */
  readonly keyedShare: number;
  /** Describes the sizes of the emails' contents. All contents without a given size are short. */
  readonly contents: readonly ContentSize[];
  /** One outgoing mail has this size, including headers and encryption. */
  readonly mailKilobytes: number;
  /** Counts the template messages that are sent. */
  readonly chats: number;
  /** Counts the messages that customers write. */
  readonly inbound: number;
  readonly uploads: number;
  /** Counts the owners who have ever used test mode. */
  readonly testOwners: number;
  /** The dashboard is viewed this many times. */
  readonly views: number;
}

/** The dashboard is viewed once a day. */
export const DASHBOARD_VIEWS = 30;

/** A short text with headers has half of this size; encryption and the SMTP commands double it. */
export const MAIL_KILOBYTES = 10;
