import { errorText } from "../../kernel/network/error-text.ts";
import { type MailStage, UNANSWERED } from "../domain/mail.ts";

export interface SmtpFailureFacts {
  readonly stage: MailStage;
  /** The SMTP reply code, when the server said one. */
  readonly code?: number | undefined;
  /** The SMTP response, or our message where there was none. Not yet scrubbed. */
  readonly message: string;
  readonly isTerminal?: boolean;
  /** The server may have taken the mail. */
  readonly isInDoubt?: boolean;
  readonly cause?: unknown;
}

/** RFC 5321 section 4.2: too many connections, or going down. */
export const CLOSING = 421;
/** Of connections, logins or mails; too many recipients are a matter of one mail. */
const TOO_MANY = /\btoo many\b(?! recipients)/i;

/** An attempt that stopped; becomes a `failed` outcome, never leaves the adapter. */
export class SmtpFailure extends Error {
  override readonly name = "SmtpFailure";
  readonly stage: MailStage;
  readonly code: number | undefined;
  readonly isTerminal: boolean;
  readonly isInDoubt: boolean;

  constructor({ stage, code, message, isTerminal = false, isInDoubt = false, cause }: SmtpFailureFacts) {
    super(isInDoubt ? `${UNANSWERED} (${message})` : message, { cause });
    this.stage = stage;
    this.code = code;
    this.isTerminal = isTerminal;
    this.isInDoubt = isInDoubt;
  }

  /** The server has enough of us, and fewer connections may help. */
  get isObjection(): boolean {
    return this.code === CLOSING || (this.code !== undefined && TOO_MANY.test(this.message));
  }
}

/** An error of a socket, the TLS stack or the library, as a failure of a stage. All of it may pass (D21). */
export function failureAt(stage: MailStage, prefix: string, cause: unknown): SmtpFailure {
  return new SmtpFailure({ stage, message: `${prefix}: ${errorText(cause)}`, cause });
}
