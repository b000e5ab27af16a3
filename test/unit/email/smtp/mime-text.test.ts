import fc from "fast-check";
import MailComposer from "nodemailer/lib/mail-composer";
import PostalMime from "postal-mime";
import { describe, expect, it } from "vitest";
import { mimeText } from "../../../../shared/email/smtp/mime-text.ts";

const piece = fc.constantFrom(
  ..."a b c=.,!? \t é ☃ 🎉 \n \r\n".split(" "),
  "\n",
  "\r",
  " ",
  "  ",
  "\t",
  "=3D",
  ".",
  "word ",
  "x".repeat(70),
  "ü".repeat(30),
  "漢".repeat(40),
  "-".repeat(80),
);
const text = fc.array(piece, { maxLength: 60 }).map((pieces) => pieces.join(""));

const composed = (parts: { text?: string; html?: string }) =>
  new MailComposer({
    ...parts,
    from: { name: "Ünlü", address: "a@sender.example" },
    to: [{ name: "", address: "b@x.test" }],
    subject: "A subject, ☃",
    messageId: "<1@sender.example>",
    date: new Date(0),
    newline: "win",
  }).compile();

describe("mimeText()", () => {
  it("writes what the library's stream writes, byte by byte", async () => {
    // The stream folds white space at the very end of a text at another position, because it waits with white space
    // until more text comes.
    const trimmed = text.map((line) => line.replace(/[ \t]+$/, ""));
    await fc.assert(
      fc.asyncProperty(trimmed, fc.option(trimmed), async (plain, html) => {
        const message = composed({ text: plain, ...(html !== null && { html }) });
        const ours = mimeText(message);
        expect(ours).toBe((await message.build()).toString("utf8"));
      }),
      { numRuns: 500 },
    );
  });

  it("reads like what the library's stream writes", async () => {
    await fc.assert(
      fc.asyncProperty(text, fc.option(text), async (plain, html) => {
        const message = composed({ text: plain, ...(html !== null && { html }) });
        const [ours, theirs] = await Promise.all([
          PostalMime.parse(mimeText(message)),
          PostalMime.parse(await message.build()),
        ]);
        expect(ours).toEqual(theirs);
        for (const line of mimeText(message).split("\r\n")) expect(line.length).toBeLessThanOrEqual(998);
      }),
    );
  });

  it("refuses a part that is not text", () => {
    const message = new MailComposer({ text: Buffer.from("bytes") }).compile();
    expect(() => mimeText(message)).toThrow("not text");
  });
});
