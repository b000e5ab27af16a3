export interface MailHeader {
  /** The name is in lower case. */
  readonly name: string;
  readonly value: string;
}

export interface MailPart {
  /** The media type is in lower case, without parameters. */
  readonly type: string;
  readonly text: string;
}

/** A mail whose MIME structure is resolved; a mail inside it stays one part. */
export interface ParsedMail {
  readonly headers: readonly MailHeader[];
  /** What a person would read of the mail. */
  readonly text: string;
  /** The other parts, in their order. */
  readonly parts: readonly MailPart[];
}

export const headerOf = ({ headers }: Pick<ParsedMail, "headers">, name: string): string | undefined =>
  headers.find((header) => header.name === name)?.value;

const LINE_BREAK = /\r\n|\r|\n/;

export const linesOf = (text: string): string[] => text.split(LINE_BREAK);
