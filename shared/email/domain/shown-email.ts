import type { MessageFile } from "../../notifications/domain/message-file.ts";

export interface ShownFile extends MessageFile {
  /** `isKept` is true when the bytes can still be read. */
  readonly isKept: boolean;
}

/** A mail as it leaves, composed again from its content and from the account as it is now. */
export interface ShownEmail {
  readonly channel: "email";
  /** `from` is absent when the account is gone. */
  readonly from?: { readonly name: string; readonly address: string } | undefined;
  readonly to: string;
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  readonly subject: string;
  readonly html?: string | undefined;
  readonly text: string;
  /** `headers` are in the order of the message; empty when no message can be composed. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly files: readonly ShownFile[];
  /** `source` is absent when the account is gone, or does not send by SMTP. */
  readonly source?: MessageText | undefined;
}

/** A message in MIME without the bytes of its files. */
export interface MessageText {
  readonly text: string;
  /** `isCut` is true when the message is longer than the part shown. */
  readonly isCut: boolean;
}
