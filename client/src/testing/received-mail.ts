/** A mail in the mailbox, without its content. */
export interface MailSummary {
  /** The id of the mail in the mailbox. */
  readonly id: string;
  /** The time at which the mail arrived, RFC 3339 in UTC; with a key of test mode, in test time. */
  readonly received_at: string;
  /** The sender in the envelope. */
  readonly mail_from: string;
  /** The recipients in the envelope, including hidden ones. */
  readonly rcpt_to: readonly string[];
  /** The decoded subject of the mail. */
  readonly subject: string;
  /** The sender that a reader sees. */
  readonly from: string;
}

export interface ReceivedFile {
  /** The decoded name of the file. */
  readonly filename: string;
  /** The media type of the file, without parameters. */
  readonly content_type: string;
  /** The size of the file in bytes. */
  readonly size: number;
  /** Says whether the file belongs into the text of the mail. */
  readonly inline: boolean;
  /** The id by which the HTML body refers to the file. */
  readonly content_id?: string;
}

/** A mail with its content, as a reader sees it. */
export interface ReceivedMail extends MailSummary {
  /** The decoded plain part; empty when there is none. */
  readonly text: string;
  /** The decoded HTML part; empty when there is none. */
  readonly html: string;
  /** The files of the mail, without their contents. */
  readonly attachments: readonly ReceivedFile[];
}

/** A place in which the mails of tests arrive. Lists are newest first. */
export interface MailSource {
  list(to: string, signal?: AbortSignal): AsyncIterable<MailSummary>;
  get(id: string, signal?: AbortSignal): Promise<ReceivedMail>;
  clear(): Promise<void>;
  /** The pause before the next look, after the given number of looks. */
  pauseMs(looks: number): number;
}
