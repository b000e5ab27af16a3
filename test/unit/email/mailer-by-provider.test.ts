import { describe, expect, it } from "vitest";
import type { Mail, MailOutcome } from "../../../shared/email/domain/mail.ts";
import type { HttpApiSettings, SmtpSettings } from "../../../shared/email/domain/sending-account.ts";
import { MailerByProvider } from "../../../shared/email/mailer-by-provider.ts";
import type { Mailer, MailRoute } from "../../../shared/email/ports.ts";
import { anOwner } from "../../support/an-owner.ts";
import { aMail, aRoute } from "../../support/mailer-fixtures.ts";

class RecordingMailer<Settings> implements Mailer<Settings> {
  readonly sent: unknown[] = [];
  async send(route: MailRoute<Settings>, mail: Mail, timeoutMs: number): Promise<MailOutcome> {
    this.sent.push([route, mail, timeoutMs]);
    return { kind: "answered", recipients: [] };
  }
}

const viaHttp: MailRoute<HttpApiSettings> = {
  owner: anOwner(),
  accountId: "account-2",
  secret: "key",
  settings: { provider: "http_api", endpoint: "https://api.example/send", bodyTemplate: "{}" },
};

describe("MailerByProvider", () => {
  it("sends with the mailer of the account's provider", async () => {
    const smtp = new RecordingMailer<SmtpSettings>();
    const httpApi = new RecordingMailer<HttpApiSettings>();
    const mailer = new MailerByProvider({ smtp, httpApi });
    await mailer.send(aRoute(25), aMail(), 1);
    await mailer.send(viaHttp, aMail(), 2);
    expect(smtp.sent).toEqual([[aRoute(25), aMail(), 1]]);
    expect(httpApi.sent).toEqual([[viaHttp, aMail(), 2]]);
  });

  it("fails for good where http_api is not enabled (D12)", async () => {
    const mailer = new MailerByProvider({ smtp: new RecordingMailer<SmtpSettings>() });
    expect(await mailer.send(viaHttp, aMail(), 1)).toEqual({
      ...{ kind: "failed", isTerminal: true, stage: "request" },
      cause: "provider http_api is not enabled",
    });
  });
});
