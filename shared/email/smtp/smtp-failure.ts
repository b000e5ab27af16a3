import { errorText } from "../../kernel/network/error-text.ts";
import type { MailStage } from "../domain/mail.ts";
import { MAIL_CAUSES } from "../domain/mail-causes.ts";
import { isUnsaid, type Objection, saidObjection } from "./smtp-objection.ts";

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

/** An attempt that stopped; becomes a `failed` outcome, never leaves the adapter. */
export class SmtpFailure extends Error {
  override readonly name = "SmtpFailure";
  readonly stage: MailStage;
  readonly code: number | undefined;
  readonly isTerminal: boolean;
  readonly isInDoubt: boolean;

  constructor({ stage, code, message, isTerminal = false, isInDoubt = false, cause }: SmtpFailureFacts) {
    super(isInDoubt ? `${MAIL_CAUSES.delivery_in_doubt} (${message})` : message, { cause });
    this.stage = stage;
    this.code = code;
    this.isTerminal = isTerminal;
    this.isInDoubt = isInDoubt;
  }

  /** The server says that it has enough of us. */
  get objection(): Objection | undefined {
    return saidObjection(this);
  }

  /** The server may have had enough of us and said nothing. */
  get isUnsaid(): boolean {
    return !this.isTerminal && isUnsaid(this);
  }
}

/** An error of a socket, the TLS stack or the library, as a failure of a stage. All of it may pass (D21). */
export function failureAt(stage: MailStage, prefix: string, cause: unknown): SmtpFailure {
  return new SmtpFailure({ stage, message: `${prefix}: ${errorText(cause)}`, cause });
}
