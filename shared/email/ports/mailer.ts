import type { Mail, MailOutcome } from "../domain/mail.ts";
import type { HttpApiSettings, SmtpSettings } from "../domain/sending-account.ts";

export interface MailRoute<Settings = SmtpSettings | HttpApiSettings> {
  readonly accountId: string;
  readonly settings: Settings;
  /** The opened secret: SMTP password or API key; empty when the account has none. */
  readonly secret: string;
}

export interface Mailer<Settings = SmtpSettings | HttpApiSettings> {
  /**
   * One complete attempt, over within `timeoutMs` whatever the server does. A provider saying no is an outcome, not an exception;
   * only a bug throws.
   */
  send(route: MailRoute<Settings>, mail: Mail, timeoutMs: number): Promise<MailOutcome>;
}
