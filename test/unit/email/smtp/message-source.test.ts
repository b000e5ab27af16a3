import fc from "fast-check";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import type { Mail } from "../../../../shared/email/domain/mail.ts";
import { messageSource, needsUtf8, wireAddress } from "../../../../shared/email/smtp/message-source.ts";
import { UnsendableMailError } from "../../../../shared/email/smtp/own-headers.ts";
import { aMail } from "../../../support/mailer-fixtures.ts";

async function written(changes: Partial<Mail> = {}) {
  const source = (await messageSource(aMail(changes))).toString("utf8");
  const head = source.slice(0, source.indexOf("\r\n\r\n"));
  const headerNames = head
    .split("\r\n")
    .filter((line) => !/^[ \t]/.test(line))
    .map((line) => line.split(":", 1)[0]?.toLowerCase());
  return { source, head, headerNames, parsed: await PostalMime.parse(source) };
}

const TEXT_HEADERS = [
  "from",
  "to",
  "subject",
  "message-id",
  "content-transfer-encoding",
  "date",
  "mime-version",
  "content-type",
];

describe("messageSource()", () => {
  it("writes exactly the headers of D17, with the date and the message id as given", async () => {
    const { head, headerNames } = await written();
    expect([...headerNames].sort()).toEqual([...TEXT_HEADERS].sort());
    expect(head).toContain("Message-ID: <0192f0c1-0000-7000-8000-000000000001@sender.example>\r\n");
    expect(head).toContain("Date: Sat, 21 Nov 2026 10:11:12 +0000\r\n");
    expect(head).toContain("MIME-Version: 1.0");
    expect(head).toMatch(/Content-Type: text\/plain; charset=utf-8/i);
  });

  it("is the same at every attempt", async () => {
    expect((await written()).source).toBe((await written()).source);
  });

  it("writes To and Cc, and Bcc nowhere", async () => {
    const { source, parsed } = await written({ to: "a@x.test", cc: ["b@x.test", "c@x.test"], bcc: ["secret@x.test"] });
    expect(parsed.to).toEqual([{ address: "a@x.test", name: "" }]);
    expect(parsed.cc?.map(({ address }) => address)).toEqual(["b@x.test", "c@x.test"]);
    expect(source).not.toMatch(/bcc|secret@x\.test/i);
  });

  it("keeps text beyond ASCII in names, subjects and bodies", async () => {
    const from = { name: 'Åsa Ünlü, ☃ "quoted" <x>', address: "asa@sender.example" };
    const { head, parsed } = await written({ from, subject: "Grüße 漢字 🎉", body: "Žluťoučký kůň 🐎\nzwei" });
    expect(/^\p{ASCII}*$/u.test(head)).toBe(true);
    expect(parsed.from).toEqual(from);
    expect(parsed.subject).toBe("Grüße 漢字 🎉");
    expect(parsed.text?.trim()).toBe("Žluťoučký kůň 🐎\nzwei");
  });

  it.each([
    ["Shop", "Billing@SHOP.Example", "From: Shop <Billing@SHOP.Example>"],
    ["", "Billing@SHOP.Example", "From: Billing@SHOP.Example"],
    ["b@shop.example", "B@SHOP.example", 'From: "b@shop.example" <B@SHOP.example>'],
    ["=?utf-8?q?x?=", "B@SHOP.example", "<B@SHOP.example>"],
    ["Grüße ".repeat(30), "B@SHOP.example", "<B@SHOP.example>"],
    ["Shop", "B@BÜCHER.example", "From: Shop <B@xn--bcher-kva.example>"],
  ])("writes From of %j as its address was given, %s (D52)", async (name, address, expected) => {
    const { head } = await written({ from: { name, address } });
    const line = /^From: .*(?:\r\n[ \t].*)*/m.exec(head)?.[0].replace(/\r\n[ \t]/g, " ");
    expect(line).toContain(expected);
    expect(head.split(/^from:/im)).toHaveLength(2);
  });

  it("gives an HTML mail a plain-text part, the poorer one first", async () => {
    const { source, parsed } = await written({
      bodyType: "html",
      body: '<p>Hi <a href="https://x.test">there</a></p>',
    });
    expect(source).toContain("multipart/alternative");
    expect(source.indexOf("text/plain")).toBeLessThan(source.indexOf("text/html"));
    expect(parsed.text?.trim()).toBe("Hi there (https://x.test)");
    expect(parsed.html?.trim()).toBe('<p>Hi <a href="https://x.test">there</a></p>');
  });

  it("gives an HTML mail without words its subject as text", async () => {
    const { parsed } = await written({ bodyType: "html", body: "<img src=x>", subject: "Picture" });
    expect(parsed.text?.trim()).toBe("Picture");
    expect(parsed.html?.trim()).toBe("<img src=x>");
  });

  it("reads nothing from files or URLs, whatever a body looks like", async () => {
    const body = '<img src="file:///etc/passwd"><link href="https://x.test/a.css">';
    const { source } = await written({ bodyType: "html", body });
    expect(source).not.toContain("root:");
    expect((await PostalMime.parse(source)).attachments).toEqual([]);
  });

  it("makes no header out of any name, subject or message id (D13)", async () => {
    const nasty = fc
      .array(
        fc.constantFrom(
          "\r\n",
          "\n",
          "\r",
          "\u2028",
          "\u0085",
          "\0",
          "Bcc: evil@x.test",
          "X-Evil: 1",
          " ",
          ":",
          "a",
          "é",
          '"',
          ">",
          "=?utf-8?Q?=0D=0ABcc:?=",
        ),
        { maxLength: 12 },
      )
      .map((parts) => parts.join(""));
    await fc.assert(
      fc.asyncProperty(nasty, nasty, nasty, async (name, subject, id) => {
        const { head, headerNames } = await written({
          from: { name, address: "herald@sender.example" },
          subject,
          messageId: `<${id}@sender.example>`,
        });
        expect(headerNames.every((header) => header !== undefined && TEXT_HEADERS.includes(header))).toBe(true);
        expect(new Set(headerNames).size).toBe(headerNames.length);
        expect(head.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
      }),
    );
  });

  it("ends no message early and keeps lines short, whatever the body", async () => {
    const piece = fc.constantFrom(".", "\r\n.\r\n", "\n.\n", "\r", "\n", "x".repeat(1_200), "é", " ", "From ", "--");
    await fc.assert(
      fc.asyncProperty(
        fc.array(piece, { maxLength: 20 }),
        fc.constantFrom("text" as const, "html" as const),
        async (parts, bodyType) => {
          const { source } = await written({ body: parts.join(""), bodyType });
          expect(Math.max(...source.split("\r\n").map((line) => Buffer.byteLength(line)))).toBeLessThanOrEqual(998);
          expect(source.replaceAll("\r\n", "")).not.toMatch(/[\r\n]/);
        },
      ),
    );
  });

  it("keeps every line of the header within 998 octets, however long a word of subject or name is", async () => {
    const piece = fc.oneof(
      fc.constantFrom(" ", "  ", "\t", "é", "漢", "🎉", "=?", "?=", "=?utf-8?Q?x?=", "word ", ",", '"', "\\"),
      fc.integer({ min: 1, max: 4000 }).map((length) => "x".repeat(length)),
      fc.integer({ min: 1, max: 1500 }).map((length) => "é".repeat(length)),
      fc.integer({ min: 1, max: 1500 }).map((length) => " ".repeat(length)),
    );
    await fc.assert(
      fc.asyncProperty(fc.array(piece, { maxLength: 6 }), async (parts) => {
        const subject = parts.join("");
        const name = subject.slice(0, 255);
        const { head, parsed } = await written({ subject, from: { name, address: "herald@sender.example" } });
        for (const line of head.split("\r\n")) {
          expect(Buffer.byteLength(line)).toBeLessThanOrEqual(998);
          expect(line.trim()).not.toBe("");
        }
        // Readers may replace several spaces by one.
        const shown = (text = "") => text.replace(/\s+/g, " ").trim();
        expect(shown(parsed.subject)).toBe(shown(subject));
        expect(shown(parsed.from?.name)).toBe(shown(name));
      }),
    );
  });

  it("leaves no line of spaces alone in the header for a quoted name with a long gap", async () => {
    const name = `,${" ".repeat(77)}x`;
    const { head, parsed } = await written({ from: { name, address: "herald@sender.example" } });
    expect(head.split("\r\n").filter((line) => line.trim() === "")).toEqual([]);
    expect(parsed.from?.name?.replace(/\s+/g, " ")).toBe(", x");
  });

  it.each([997, 998, 3000])(
    "writes a subject that is one word of %i characters so that servers take it",
    async (length) => {
      const subject = "x".repeat(length);
      const { head, parsed } = await written({ subject });
      expect(Math.max(...head.split("\r\n").map((line) => line.length))).toBeLessThanOrEqual(998);
      expect(parsed.subject).toBe(subject);
    },
  );

  it.each([
    "a@x.test>\r\nBcc: b@x.test",
    "a\n@x.test",
    "<a@x.test",
    "a@x.test, b@x.test",
    "a b@x.test",
    "a,b@x.test",
    "a@b@x.test",
    "@x.test",
    "a@",
    "a",
    "",
  ])("refuses the address %j", async (address) => {
    await expect(messageSource(aMail({ to: address }))).rejects.toThrow(UnsendableMailError);
    await expect(messageSource(aMail({ cc: [address] }))).rejects.toThrow(UnsendableMailError);
    await expect(messageSource(aMail({ from: { name: "", address } }))).rejects.toThrow(UnsendableMailError);
  });
});

describe("wireAddress()", () => {
  it.each([
    ["a@x.test", "a@x.test", false],
    ["a@bücher.example", "a@xn--bcher-kva.example", false],
    ["jürgen@x.test", "jürgen@x.test", true],
    ["jürgen@bücher.example", "jürgen@xn--bcher-kva.example", true],
    ['"quoted part"@x.test', '"quoted part"@x.test', false],
    ["o'neil+tag@x.test", "o'neil+tag@x.test", false],
    ["a@[192.0.2.1]", "a@[192.0.2.1]", false],
  ])("writes %s as %s", (address, wire, isUtf8) => {
    expect(wireAddress(address)).toBe(wire);
    expect(needsUtf8(wire)).toBe(isUtf8);
  });
});
