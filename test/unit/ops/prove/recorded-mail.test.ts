import { describe, expect, it } from "vitest";
import { recordedAccount, recordedMail } from "../../../../ops/prove/recorded-mail.ts";
import { httpProviderDialect, parseText, render } from "../../../../shared/go-template/text-template.ts";

const received = (body: string) => ({ path: "/mail", headers: {}, body, atMs: 7 });
const data = {
  To: "a@example.com",
  CC: [],
  BCC: ["c@example.com"],
  Subject: 'A "subject"',
  Body: "<p>B</p>",
  BodyType: "html",
  From: "f@example.com",
  FromName: "F",
  APIKey: "",
};

describe("recordedMail()", () => {
  it("reads what the template of the sending account writes", () => {
    const body = render(parseText(String(recordedAccount("https://r").body_template), httpProviderDialect), data);
    expect(recordedMail(received(body))).toEqual({
      recipients: ["a@example.com", "c@example.com"],
      subject: 'A "subject"',
      body: "<p>B</p>",
      isHtml: true,
      from: "f@example.com",
      atMs: 7,
    });
  });

  it.each(["", "{}", '{"type":"notification.sent"}', "[1]"])("is undefined for %j", (body) => {
    expect(recordedMail(received(body))).toBeUndefined();
  });
});
