import { describe, expect, it } from "vitest";
import { readReturnedMail } from "../../../../shared/returned-mail/mime/read-returned-mail.ts";
import { RETURNED_MAILS } from "../../../support/returned-mails/corpus.ts";
import { CAME_TO, reportMail } from "../../../support/returned-mails/mail-source.ts";
import { POSTFIX_REPORTS } from "../../../support/returned-mails/postfix-reports.ts";

const bytes = (text: string): Uint8Array => new TextEncoder().encode(text);
const read = (text: string, envelopeTo: readonly string[] = [CAME_TO]) => readReturnedMail(bytes(text), envelopeTo);

const failed = (address: string): string => `Final-Recipient: rfc822; ${address}\nAction: failed\nStatus: 5.1.1\n\n`;
const MIB = 1024 * 1024;

describe("readReturnedMail()", () => {
  it.each(RETURNED_MAILS)("reads $name", async ({ raw, expected }) => {
    expect(await read(raw)).toEqual(expected);
  });

  it.each(RETURNED_MAILS)("reads the same with plain line feeds: $name", async ({ raw, expected }) => {
    expect(await read(raw.replaceAll("\r\n", "\n"))).toEqual(expected);
  });

  it.each(POSTFIX_REPORTS)(
    "reads whom it names from its text where the report is lost: $name",
    async ({ raw, expected }) => {
      const result = await read(raw.replace(/message\/(?:global-)?delivery-status/, "text/x-lost"));
      if (expected === "not_understood" || expected.kind !== "bounce") return expect(result).toEqual(expected);
      const recipients = expected.recipients.map(({ addresses }) => expect.objectContaining({ addresses }));
      return expect(result).toMatchObject({ kind: "bounce", recipients });
    },
  );

  it("gives the addresses that a bounce came to as the only ones for its token", async () => {
    const mail = reportMail({
      fields: failed("ana@x.example"),
      returned: "Return-Path: <b+other@bounce.example>\n\nHi",
    });
    const result = await read(mail, ["<b+one@bounce.example>", "B+ONE@bounce.example", "no address"]);
    expect(result).toMatchObject({ kind: "bounce", tokenAddresses: ["b+one@bounce.example"] });
  });

  it.each([
    ["nothing at all", ""],
    ["zeros", "\0".repeat(1000)],
    ["a header without end", "A: ".repeat(1000)],
    [
      "parts nested too deep",
      Array.from({ length: 40 }, (_, i) => `Content-Type: multipart/mixed; boundary=x${i}\n\n--x${i}\n`).join(""),
    ],
    ["a report cut in its header", reportMail({ fields: failed("ana@x.example") }).slice(0, 200)],
  ])("does not understand %s", async (_, text) => {
    expect(await read(text)).toBe("not_understood");
  });

  it("reads a report before a returned mail of 3 MB", async () => {
    const mail = reportMail({
      fields: failed("ana@x.example"),
      returned: `Subject: x\n\n${"0123456789abcde\n".repeat(200_000)}`,
    });
    expect(mail.length).toBeGreaterThan(3 * MIB);
    expect(await read(mail)).toMatchObject({ kind: "bounce", recipients: [{ addresses: ["ana@x.example"] }] });
  });

  it("reads nothing behind the first MiB", async () => {
    const behind = (size: number): string =>
      reportMail({
        text: "x"
          .repeat(79)
          .concat("\n")
          .repeat(size / 80),
        fields: failed("ana@x.example"),
      });
    expect(await read(behind(MIB - 80_000))).toMatchObject({ kind: "bounce" });
    expect(await read(behind(MIB))).toBe("not_understood");
  });

  it("reads nothing behind 50,000 lines", async () => {
    const behind = (lines: number): string =>
      reportMail({ text: "x\n".repeat(lines), fields: failed("ana@x.example") });
    expect(await read(behind(49_000))).toMatchObject({ kind: "bounce" });
    expect(await read(behind(50_000))).toBe("not_understood");
  });

  it("takes a mail of 40 MB and none that is larger", async () => {
    const report = bytes(reportMail({ fields: failed("ana@x.example") }));
    const largest = new Uint8Array(40 * MIB).fill(32);
    largest.set(report);
    expect(await readReturnedMail(largest, [CAME_TO])).toMatchObject({ kind: "bounce" });
    const larger = new Uint8Array(40 * MIB + 1).fill(32);
    larger.set(report);
    expect(await readReturnedMail(larger, [CAME_TO])).toBe("not_understood");
  });

  it("reads at most 1,000 recipients of a report", async () => {
    const fields = Array.from({ length: 1200 }, (_, i) => failed(`a${i}@x.example`)).join("");
    const result = await read(reportMail({ fields }));
    expect(result).toMatchObject({ kind: "bounce" });
    const recipients = result !== "not_understood" && result.kind === "bounce" ? result.recipients : [];
    expect(recipients).toHaveLength(1000);
    expect(recipients.at(-1)).toMatchObject({ addresses: ["a999@x.example"] });
  });

  it("leaves the bytes as they are", async () => {
    const raw = bytes(reportMail({ fields: failed("ana@x.example") }));
    const copy = raw.slice();
    await readReturnedMail(raw, [CAME_TO]);
    expect(raw).toEqual(copy);
  });
});
