import { describe, expect, it } from "vitest";
import { postalMailReader } from "../../../../shared/sandbox/mime/mail-reader.ts";

const read = (...lines: string[]) => postalMailReader.read(Buffer.from(lines.join("\r\n")));

describe("postalMailReader", () => {
  it("reads headers by their names in lower case, unfolded, and several as a list", async () => {
    const { headers } = await read("Subject: Your", " order", "X-Order: 1", "x-order: 2", "__proto__: a", "", "Hello");
    expect(headers).toMatchObject({ subject: "Your order", "x-order": ["1", "2"] });
    expect(Object.hasOwn(headers, "__proto__")).toBe(true);
  });

  it("reads both texts, decoded, and empty texts where there are none", async () => {
    const type = "Content-Type: multipart/alternative; boundary=b";
    const plain = [
      "--b",
      "Content-Type: text/plain; charset=utf-8",
      "Content-Transfer-Encoding: base64",
      "",
      "T2zDoQ==",
    ];
    const html = ["--b", "Content-Type: text/html", "", "<p>Hello</p>", "--b--"];
    const both = await read(type, "", ...plain, ...html);
    expect([both.text.trim(), both.html.trim()]).toEqual(["Olá", "<p>Hello</p>"]);
    expect(await read("Content-Type: text/html", "", "<p>Hello</p>")).toMatchObject({ text: "" });
    expect(await read("Subject: a", "", "Hello")).toMatchObject({ html: "" });
  });

  it("reads nothing of a mail that the parser refuses", async () => {
    const nested = Array.from({ length: 400 }, (_, n) => [
      `Content-Type: multipart/mixed; boundary=b${n}`,
      "",
      `--b${n}`,
    ]);
    expect(await read(...nested.flat())).toEqual({ headers: {}, text: "", html: "" });
  });
});
