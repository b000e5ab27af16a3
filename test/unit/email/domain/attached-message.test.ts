import { randomBytes } from "node:crypto";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { attachments as attachmentFields } from "../../../../shared/email/contract/attachment-fields.ts";
import { headers as headerFields } from "../../../../shared/email/contract/header-fields.ts";
import type { EmailAttachment } from "../../../../shared/email/domain/attachment.ts";
import { composeMail, foldToOneLine, senderName } from "../../../../shared/email/domain/compose-mail.ts";
import type { Mail } from "../../../../shared/email/domain/mail.ts";
import { messageSizeBound } from "../../../../shared/email/domain/message-size.ts";
import { bytesOf } from "../../../../shared/email/smtp/message-pieces.ts";
import { messageSource, messageWithFiles } from "../../../../shared/email/smtp/message-source.ts";
import { anEmail, aSendingAccount } from "../../../support/builders.ts";
import { MAIL_PARSERS } from "../../../support/mail-parsers.ts";
import { aMail } from "../../../support/mailer-fixtures.ts";

const aStoredFile = (size: number): EmailAttachment => ({
  ...{ filename: `${size}.bin`, contentType: "application/octet-stream", sizeBytes: size },
  source: { key: `k${size}` },
});

const parsers = Object.entries(MAIL_PARSERS);

async function rawOf(mail: Mail, stored: ReadonlyMap<string, Uint8Array> = new Map()): Promise<Buffer> {
  const { attachments = [] } = mail;
  if (attachments.length === 0) return messageSource(mail);
  const message = messageWithFiles(mail, attachments);
  const read = async (key: string, from: number, bytes: number) =>
    stored.get(key)?.subarray(from, from + bytes) ?? new Uint8Array();
  const pieces: Buffer[] = [];
  for await (const piece of bytesOf(message, read)) pieces.push(piece);
  const raw = Buffer.concat(pieces);
  expect(raw.length).toBe(message.length);
  return raw;
}

const NASTY = fc.constantFrom(
  ..."; , = \" ' \\ ( ) < > @ : ? / * % $& $1 =?utf-8?Q?x?= ?= utf-8'' -- ü 漢字 🎉 ☃ e\u0301 \u200f مرحبا .pdf .exe filename= name*0*= Bcc: %0D%0A %00 x".split(
    " ",
  ),
  " ",
  "  ",
  "x".repeat(80),
  "漢".repeat(40),
  "\u202e",
);
const nastyText = fc.array(fc.oneof(NASTY, fc.string({ unit: "binary", maxLength: 4 }), fc.string({ maxLength: 8 })), {
  maxLength: 8,
});
const text = nastyText.map((parts) => parts.join("").toWellFormed());

/** Generates a file as a caller may write it in a request, if the contract accepts it. */
const file = fc
  .record(
    {
      filename: fc.oneof(
        text,
        text.map((name) => name.replace(/[\p{Cc}\u2028\u2029/\\]/gu, "")),
      ),
      content_type: fc.oneof(
        fc.constantFrom(
          "text/plain",
          "text/html; charset=utf-8",
          "image/png",
          "application/pdf",
          "message/rfc822",
          'a/b; x="y;z"',
        ),
        text,
      ),
      content_id: fc.oneof(
        fc.stringMatching(/^[A-Za-z0-9.@_-]{1,30}$/),
        fc.stringMatching(/^[A-Za-z0-9!#$%&'*+\-/=?^_`{|}~.@]{1,9}$/),
      ),
      content: fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes).toString("base64")),
    },
    { requiredKeys: ["filename", "content"] },
  )
  // Readers decode text that looks encoded, in names as elsewhere.
  .filter((one) => attachmentFields.safeParse([one]).success && !one.filename.includes("=?"));

const headerName = fc.oneof(
  fc.stringMatching(/^X-[A-Za-z0-9-]{1,20}$/),
  fc.constantFrom(
    "X-a!#$%&'*+.^_`|~",
    "List-Id",
    "In-Reply-To",
    "References",
    "Auto-Submitted",
    "Precedence",
    "Importance",
  ),
);
const headers = fc
  .dictionary(
    headerName,
    fc.oneof(
      text,
      text.map((value) => value.replace(/[\p{Cc}\u2028\u2029]/gu, "")),
      fc.constant("<a@b.test>  <c@d.test>"),
    ),
    { maxKeys: 5 },
  )
  .filter((one) => headerFields.safeParse(one).success);

const accepted = (files: readonly unknown[]): readonly EmailAttachment[] =>
  attachmentFields.parse(files).flatMap(({ contentType, contentId, ...rest }) =>
    "base64" in rest
      ? [
          {
            contentType,
            contentId,
            filename: rest.filename,
            sizeBytes: rest.sizeBytes,
            source: { base64: rest.base64 },
          },
        ]
      : [],
  );

const OURS = ["from", "to", "subject", "message-id", "date", "mime-version", "content-type"];
const collapsed = (value: string): string => value.replace(/\s+/g, " ").trim();
const values = (found: readonly (readonly [string, string])[], name: string) =>
  found.filter(([key]) => key === name.toLowerCase()).map(([, value]) => collapsed(value));

const uniqueIds = (files: readonly { content_id?: string | undefined }[]) =>
  new Set(files.map(({ content_id: id }, index) => id ?? index)).size === files.length;

describe("a message with files and headers of its own", () => {
  it.each(parsers)("is read by %s as what was asked for, and nothing else", async (_, parse) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 4 }).filter(uniqueIds),
        headers,
        fc.boolean(),
        async (given, set, isHtml) => {
          const html = isHtml ? { bodyType: "html" as const, body: "<p>Hello</p>" } : {};
          const attachments = accepted(given);
          const raw = await rawOf(aMail({ ...html, headers: set, replyTo: ["r@x.test"], attachments }));
          expect(/^[\p{ASCII}]*$/u.test(raw.toString("latin1"))).toBe(true);
          expect(raw.toString("latin1")).not.toMatch(/[^\r]\n|\r[^\n]|[^\r\n]{999}/);
          const mail = await parse(raw);
          const byName = (one: { filename: string | undefined }, other: { filename: string | undefined }) =>
            (one.filename ?? "") < (other.filename ?? "") ? -1 : 1;
          expect(
            mail.files.map(({ filename, content }) => ({ filename, content: content.toString("base64") })).sort(byName),
          ).toEqual(given.map(({ filename, content }) => ({ filename, content })).sort(byName));
          expect(
            mail.files
              .map(({ contentId }) => contentId)
              .filter(Boolean)
              .sort(),
          ).toEqual(given.flatMap(({ content_id: id }) => id ?? []).sort());
          const extra = mail.headers
            .map(([name]) => name)
            .filter((name) => !OURS.includes(name) && name !== "reply-to");
          expect(extra.sort()).toEqual(
            Object.keys(set)
              .map((name) => name.toLowerCase())
              .sort(),
          );
          for (const [name, value] of Object.entries(set))
            expect(values(mail.headers, name)).toEqual([collapsed(value)]);
          expect(mail.replyTo).toEqual(["r@x.test"]);
          expect(mail.text).toContain(isHtml ? "Hello" : "Good morning.");
        },
      ),
      { numRuns: 300 },
    );
  });

  it.each(parsers)("is read by %s with its stored files whole, whatever their size", async (_, parse) => {
    // These sizes lie around the ends of a line, of a block that is encoded at once, and of a block that is read at
    // once.
    const sizes = [0, 1, 2, 56, 57, 58, 114, 29_183, 29_184, 29_185, 933_888, 933_889, 2_000_000];
    const stored = new Map(sizes.map((size) => [`k${size}`, randomBytes(size)]));
    const attachments = sizes.map((size) => aStoredFile(size));
    const mail = await parse(await rawOf(aMail({ attachments }), stored));
    for (const [index, size] of sizes.entries())
      expect(
        Buffer.compare(mail.files[index]?.content ?? Buffer.alloc(0), stored.get(`k${size}`) ?? Buffer.alloc(1)),
      ).toBe(0);
    expect(mail.files).toHaveLength(sizes.length);
  });

  it("shows the files with a content id beside the html, and the others after all texts", async () => {
    const attachments = [
      { ...aStoredFile(3), contentType: "image/png", contentId: "logo" },
      { ...aStoredFile(4), contentType: "application/pdf" },
    ];
    const html = { bodyType: "html" as const, body: '<img src="cid:logo">', text: "A picture" };
    const stored = new Map([3, 4].map((size) => [`k${size}`, randomBytes(size)]));
    const raw = (await rawOf(aMail({ ...html, attachments }), stored)).toString("latin1");
    const order = [
      "multipart/mixed",
      "multipart/alternative",
      "text/plain",
      "multipart/related",
      "text/html",
      "image/png",
      "application/pdf",
    ];
    expect([...raw.matchAll(/Content-Type: ([a-z/]+)/gi)].map(([, type]) => type)).toEqual(order);
    expect(raw).toContain("Content-Disposition: inline");
    expect(raw).toContain("A picture");
  });

  it("breaks off, without an end, when a file is not there as it was", async () => {
    const attachments = [aStoredFile(2_000_000)];
    await expect(rawOf(aMail({ attachments }), new Map([["k2000000", randomBytes(1_999_999)]]))).rejects.toThrow(
      "shorter",
    );
  });

  it("is never larger than its bound, and not much smaller when its files are large (D43)", async () => {
    const body = fc.array(fc.oneof(NASTY, fc.constantFrom("\n", "word ", "<p>", "é", ".", " \n", "x".repeat(300))), {
      maxLength: 200,
    });
    await fc.assert(
      fc.asyncProperty(
        fc.array(file, { minLength: 1, maxLength: 3 }).filter(uniqueIds),
        headers,
        fc.record({
          subject: text,
          body: body.map((parts) => parts.join("").toWellFormed()),
          name: text,
          isHtml: fc.boolean(),
        }),
        async (given, set, { subject, body: written, name, isHtml }) => {
          const content = anEmail({
            ...{ subject: foldToOneLine(subject), body: written, bodyType: isHtml ? "html" : "text" },
            ...{ headers: set, replyTo: ["reply@x.test"], cc: ["b@x.test"], attachments: accepted(given) },
          });
          const account = aSendingAccount({ fromName: name, label: name });
          const identity = { id: crypto.randomUUID(), date: new Date() };
          const mail = composeMail(identity, { account, content, envelope: [] });
          const { length } = await rawOf(mail);
          const bound = messageSizeBound(content, senderName(account, content));
          expect(length).toBeLessThanOrEqual(bound);
        },
      ),
      { numRuns: 300 },
    );
    const attachments = Array.from({ length: 20 }, () => aStoredFile(900_000));
    const stored = new Map([["k900000", randomBytes(900_000)]]);
    const { length } = await rawOf(aMail({ attachments }), stored);
    expect(messageSizeBound(anEmail({ attachments }), "Herald") - length).toBeLessThan(50_000);
  });
});
