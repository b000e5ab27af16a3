import { errorText } from "../../kernel/network/error-text.ts";
import type { MailStage } from "../domain/mail.ts";
import { MAIL_CAUSES } from "../domain/mail-causes.ts";
import { isUnsaid, type Objection, saidObjection } from "./smtp-objection.ts";

export interface SmtpFailureFacts {
  readonly stage: MailStage;
  /** The server's reply may have an SMTP code. */
  readonly code?: number | undefined;
  /** `message` is the SMTP response, or our text when there was none. It may still contain credentials. */
  readonly message: string;
  readonly isTerminal?: boolean;
  /** `isInDoubt` is set when the server may have taken the mail. */
  readonly isInDoubt?: boolean;
  readonly cause?: unknown;
}

/** Thrown when an attempt fails. The adapter turns it into a `failed` outcome, so that it never reaches a use case. */
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

  /** Set when the server says that we open too many connections or send too much. */
  get objection(): Objection | undefined {
    return saidObjection(this);
  }

  /** True when the server may have objected without a reply, by ending the connection. */
  get isUnsaid(): boolean {
    return !this.isTerminal && isUnsaid(this);
  }
}

/** Makes a failure at a stage from an error of a socket, TLS or the library. None of these is final (D21). */
export function failureAt(stage: MailStage, prefix: string, cause: unknown): SmtpFailure {
  return new SmtpFailure({ stage, message: `${prefix}: ${errorText(cause)}`, cause });
}
