import { randomBytes } from "node:crypto";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { EmailAttachment } from "../../../shared/email/domain/attachment.ts";
import { SmtpMailer } from "../../../shared/email/smtp/smtp-mailer.ts";
import { addressGuard } from "../../../shared/kernel/network/address-guard.ts";
import { until } from "../../support/local-stack.ts";
import { MAIL_PARSERS } from "../../support/mail-parsers.ts";
import { aMail, aRoute } from "../../support/mailer-fixtures.ts";
import { startPostfix, withoutPostfix } from "./postfix-fixture.ts";

const reason = withoutPostfix();
const SIZES = [0, 1, 57, 70_001, 18 * 1024 * 1024 - 80_000];
const FILES = new Map(SIZES.map((size) => [`k${size}`, randomBytes(size)]));
const NAMES = ["empty.txt", 'Übersicht "漢字" 🎉.pdf', "تقرير.bin", "x".repeat(250), "large.bin"];

// Postfix carries much of the world's mail, so these tests show what a server may split, rewrite or refuse.
describe.skipIf(reason !== undefined)(`a mail with files, through Postfix${reason ? ` (${reason})` : ""}`, () => {
  let postfix: Awaited<ReturnType<typeof startPostfix>>;
  const mailer = new SmtpMailer({
    guard: addressGuard({ allow: ["127.0.0.0/8"] }),
    readFile: async (key, from, bytes) => (FILES.get(key) ?? Buffer.alloc(0)).subarray(from, from + bytes),
  });
  beforeAll(async () => {
    postfix = await startPostfix();
  });
  afterAll(() => {
    mailer.closeAll();
    postfix.stop();
  });

  const attachments: readonly EmailAttachment[] = SIZES.map((size, index) => ({
    ...{ filename: NAMES[index] ?? "", contentType: "application/octet-stream", sizeBytes: size },
    source: { key: `k${size}` },
  }));

  it("comes out as it went in: headers, names, texts and every byte", async () => {
    const headers = {
      "X-Order": "Größe 42",
      References: "<a@x.test> <b@x.test>",
      "X-Long": "word ".repeat(190).trim(),
    };
    const mail = aMail({
      ...{ to: "ana@example.test", subject: "Your files ☃", replyTo: ["Help@x.test"], headers, attachments },
      ...{ bodyType: "html", body: "<p>.\n.. dots</p>", text: ".\n..\nDots" },
    });
    const sent = await mailer.send(aRoute(postfix.port), mail, 30_000);
    expect(sent).toMatchObject({ kind: "answered", recipients: [{ result: "accepted" }] });
    const [raw = Buffer.alloc(0)] = await until(
      async () => postfix.mails(),
      (mails) => mails.length > 0,
      { withinMs: 60_000 },
    );
    for (const parse of Object.values(MAIL_PARSERS)) {
      const { files, text, replyTo, subject, headers: found } = await parse(raw);
      expect(files.map(({ filename }) => filename)).toEqual(NAMES);
      for (const [index, size] of SIZES.entries())
        expect(Buffer.compare(files[index]?.content ?? Buffer.alloc(0), FILES.get(`k${size}`) ?? Buffer.alloc(1))).toBe(
          0,
        );
      expect([text.trim(), replyTo, subject]).toEqual([".\n..\nDots", ["Help@x.test"], "Your files ☃"]);
      const values = new Map(found.map(([name, value]) => [name, value.trim()]));
      for (const [name, value] of Object.entries(headers)) expect(values.get(name.toLowerCase())).toBe(value);
    }
    expect(postfix.log()).not.toMatch(/warning: .*(?:breaking line|malformed|improper)/i);
  });

  it("is not begun when it is larger than Postfix announces", async () => {
    const large = attachments.map((file) => ({ ...file, sizeBytes: 20_000_000 }));
    const failed = await mailer.send(
      aRoute(postfix.port),
      aMail({ to: "ana@example.test", attachments: large }),
      30_000,
    );
    expect(failed).toMatchObject({
      kind: "failed",
      isTerminal: true,
      cause: expect.stringContaining("size larger than allowed"),
    });
  });
});
