import type { Mail, MailOutcome } from "./domain/mail.ts";
import { MAIL_CAUSES } from "./domain/mail-causes.ts";
import type { HttpApiSettings, SmtpSettings } from "./domain/sending-account.ts";
import type { Mailer, MailRoute } from "./ports.ts";

export interface MailersByProvider {
  readonly smtp: Mailer<SmtpSettings>;
  /** `httpApi` is absent when the deployment has not switched the provider on (D12). */
  readonly httpApi?: Mailer<HttpApiSettings> | undefined;
}

/** Sends with the mailer of the account's provider. A provider that is switched off is a terminal failure (D12, D21). */
export class MailerByProvider implements Mailer {
  readonly #mailers: MailersByProvider;

  constructor(mailers: MailersByProvider) {
    this.#mailers = mailers;
  }

  async send(route: MailRoute, mail: Mail, timeoutMs: number): Promise<MailOutcome> {
    const { settings, ...rest } = route;
    if (settings.provider === "smtp") return this.#mailers.smtp.send({ ...rest, settings }, mail, timeoutMs);
    const { httpApi } = this.#mailers;
    if (httpApi) return httpApi.send({ ...rest, settings }, mail, timeoutMs);
    return { kind: "failed", isTerminal: true, stage: "request", cause: MAIL_CAUSES.http_provider_disabled };
  }
}
