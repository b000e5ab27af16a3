import { describe, expect, it } from "vitest";
import { isAbsenceNote, isFromServer, isReport } from "../../../../shared/returned-mail/domain/mail-author.ts";

const mailWith = (fields: Readonly<Record<string, string>>) => ({
  headers: Object.entries(fields).map(([name, value]) => ({ name, value })),
});
const FROM_ANA = "Ana <ana@x.example>";

describe("isFromServer()", () => {
  it.each([
    { "return-path": "<>", from: FROM_ANA },
    { "return-path": " < > " },
    { "return-path": "<MAILER-DAEMON>" },
    { "return-path": "<postmaster@x.example>", from: FROM_ANA },
    { from: "MAILER-DAEMON@x.example (Mail Delivery System)" },
    { from: "Mail Delivery Subsystem <mailer-daemon@googlemail.example>" },
    { from: "Mailer-Daemon" },
    { from: '"Microsoft Outlook" <MicrosoftExchange329e71ec88ae4615bbc36ab6ce41109e@x.example>' },
    { from: "<>" },
  ])("takes %j for a server's mail", (fields) => expect(isFromServer(mailWith(fields))).toBe(true));

  it.each([
    {},
    { from: FROM_ANA },
    { "return-path": "<ana@x.example>", from: FROM_ANA },
    { from: "mailer-daemon.ana@x.example" },
    { from: "postmaster <ana@x.example>" },
    { from: "ana@mailer-daemon.example" },
    { from: "xmailer-daemon@x.example" },
  ])("takes %j for no server's mail", (fields) => expect(isFromServer(mailWith(fields))).toBe(false));
});

describe("isAbsenceNote()", () => {
  it.each([
    { from: FROM_ANA, "auto-submitted": "auto-replied" },
    { from: FROM_ANA, "auto-submitted": " Auto-Replied; owner" },
    { from: "MAILER-DAEMON@x.example", "auto-submitted": "auto-generated (vacation)" },
    { from: FROM_ANA, "x-autoreply": "yes" },
    { from: FROM_ANA, "x-autorespond": "" },
    { from: FROM_ANA, "x-auto-reply": "1" },
    { from: FROM_ANA, "x-vacation": "1" },
    { from: FROM_ANA, precedence: "auto_reply" },
    { subject: "Automatic reply: Your order" },
    { subject: " Out of the office" },
    { subject: "Vacation until Monday" },
  ])("takes %j for a note", (fields) => expect(isAbsenceNote(mailWith(fields))).toBe(true));

  it.each([
    { from: "MAILER-DAEMON@x.example", "auto-submitted": "auto-replied" },
    { from: FROM_ANA, "auto-submitted": "auto-generated (failure)" },
    { from: FROM_ANA, precedence: "bulk" },
    { subject: "Undelivered: Automatic reply" },
    {},
  ])("takes %j for none", (fields) => expect(isAbsenceNote(mailWith(fields))).toBe(false));
});

describe("isReport()", () => {
  it("goes by the type of the mail", () => {
    expect(isReport(mailWith({ "content-type": " Multipart/Report; report-type=delivery-status" }))).toBe(true);
    expect(isReport(mailWith({ "content-type": "multipart/mixed; x=multipart/report" }))).toBe(false);
    expect(isReport(mailWith({}))).toBe(false);
  });
});
