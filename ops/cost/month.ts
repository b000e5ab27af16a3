/** The messages and files of a month. */
export interface Month {
  readonly emails: number;
  /** Emails a second while a campaign runs; undefined when they are spread evenly over the month. */
  readonly perSecond?: number | undefined;
  /** Of one mail on its way out, with headers and encryption. */
  readonly mailKilobytes: number;
  /** Template messages sent. */
  readonly chats: number;
  /** Messages that customers write. */
  readonly inbound: number;
  readonly uploads: number;
  /** How often somebody looks at the dashboard. */
  readonly views: number;
}

/** Once a day. */
export const DASHBOARD_VIEWS = 30;

/** A short text with its headers, twice as large as it is because of encryption and the conversation around it. */
export const MAIL_KILOBYTES = 10;
