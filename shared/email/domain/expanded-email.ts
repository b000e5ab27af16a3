/** The request of a mail without its text and data. What the record of the notification does not have is absent after the retention. */
export interface ExpandedEmail {
  readonly channel: "email";
  readonly recipient?: string | undefined;
  readonly cc?: readonly string[] | undefined;
  readonly bcc?: readonly string[] | undefined;
  readonly subject?: string | undefined;
  /** The sender is absent when the record does not have it and the account is gone. */
  readonly from?: string | undefined;
  readonly fromName?: string | undefined;
  readonly replyTo?: readonly string[] | undefined;
  readonly accountId: string;
  readonly templateId?: string | undefined;
  readonly templateVersion?: number | undefined;
  readonly attachments?: readonly ExpandedAttachment[] | undefined;
}

export interface ExpandedAttachment {
  readonly filename: string;
  /** The media type that the mail gives the file. */
  readonly contentType: string;
  readonly sizeBytes: number;
}
