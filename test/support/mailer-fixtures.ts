import type { Mail } from "../../shared/email/domain/mail.ts";
import type { SmtpSettings } from "../../shared/email/domain/sending-account.ts";
import type { MailRoute } from "../../shared/email/ports.ts";
import { anOwner } from "./an-owner.ts";

export const aMail = (changes: Partial<Mail> = {}): Mail => {
  const to = changes.to ?? "anna@example.org";
  const cc = changes.cc ?? [];
  const bcc = changes.bcc ?? [];
  return {
    messageId: "<0192f0c1-0000-7000-8000-000000000001@sender.example>",
    date: new Date("2026-11-21T10:11:12Z"),
    from: { name: "Herald", address: "herald@sender.example" },
    subject: "Hello",
    body: "Good morning.\nSecond line.",
    bodyType: "text",
    ...changes,
    ...{ to, cc, bcc, envelope: changes.envelope ?? [to, ...cc, ...bcc] },
  };
};

export const aRoute = (
  port: number,
  settings: Partial<SmtpSettings> = {},
  rest: Partial<MailRoute<SmtpSettings>> = {},
): MailRoute<SmtpSettings> => ({
  owner: anOwner("owner-1"),
  accountId: "account-1",
  secret: "",
  ...rest,
  settings: { provider: "smtp", host: "127.0.0.1", port, encryption: "none", ...settings },
});
