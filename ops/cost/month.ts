import type { ContentSize } from "./contents.ts";

/** The messages and files of a month. */
export interface Month {
  readonly emails: number;
  /** Emails per second during a campaign, or undefined if they are spread evenly over the month. */
  readonly perSecond?: number | undefined;
  /** The number of owners, between whom messages are spread evenly. */
  readonly owners: number;
  /** The share of emails that come with an `Idempotency-Key`, from 0 to 1. */
  readonly keyedShare: number;
  /** The sizes of the emails' contents. Those that are left out, and all by default, are short. */
  readonly contents: readonly ContentSize[];
  /** The size of one outgoing mail, including headers and encryption. */
  readonly mailKilobytes: number;
  /** The number of template messages that are sent. */
  readonly chats: number;
  /** The number of messages that customers write. */
  readonly inbound: number;
  readonly uploads: number;
  /** How often somebody looks at the dashboard. */
  readonly views: number;
}

/** The dashboard is viewed once a day. */
export const DASHBOARD_VIEWS = 30;

/** The size of a short text with headers, doubled for encryption and the SMTP commands. */
export const MAIL_KILOBYTES = 10;
