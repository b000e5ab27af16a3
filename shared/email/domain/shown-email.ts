import type { MessageFile } from "../../notifications/domain/message-file.ts";

/** A file of a mail. */
export interface ShownFile extends MessageFile {
  /** Its bytes can be read still. */
  readonly isKept: boolean;
}

/** A mail as it leaves, composed once more from its content and from the account as it is now. */
export interface ShownEmail {
  readonly channel: "email";
  /** Absent when the account is gone. */
  readonly from?: { readonly name: string; readonly address: string } | undefined;
  readonly to: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly html?: string | undefined;
  readonly text: string;
  /** In the order of the message; none where no message can be composed. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly files: readonly ShownFile[];
  /** Absent when the account is gone, or sends without SMTP. */
  readonly source?: MessageText | undefined;
}

/** A message in MIME, without the bytes of its files. */
export interface MessageText {
  readonly text: string;
  /** It was longer than what is shown of it. */
  readonly isCut: boolean;
}
