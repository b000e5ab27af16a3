import { describe, expect, it } from "vitest";
import { filesIn } from "../../../../../panel/src/pages/sandbox/mail-files.ts";

const partOf = (headers: readonly string[], content: string) => ["--b", ...headers, "", content];
const mailOf = (...parts: readonly (readonly string[])[]) =>
  ["Content-Type: multipart/mixed; boundary=b", "", ...parts.flat(), "--b--", ""].join("\r\n");
const BASE64 = "Content-Transfer-Encoding: base64";

describe("filesIn()", () => {
  it("reads the files of a mail, with a picture under the id by which the HTML names it", async () => {
    const source = mailOf(
      partOf(["Content-Type: text/html"], '<img src="cid:logo@shop">'),
      partOf(["Content-Type: image/gif", "Content-ID: <logo@shop>", "Content-Disposition: inline", BASE64], "R0lG"),
      partOf(["Content-Type: text/csv", 'Content-Disposition: attachment; filename="a.csv"', BASE64], "MSwy\r\nLDM="),
    );
    const [picture, table, ...others] = await filesIn(source);
    expect(others).toEqual([]);
    expect(picture).toMatchObject({
      ...{ filename: "attachment-1", content_type: "image/gif", size: 3 },
      picture: ["logo@shop", "data:image/gif;base64,R0lG"],
    });
    expect(table).toMatchObject({ filename: "a.csv", content_type: "text/csv", size: 5, kept: true });
    expect(await table?.blob.text()).toBe("1,2,3");
    expect(table).not.toHaveProperty("picture");
  });

  it("embeds no large picture, reads a calendar, and finds nothing in a mail without files", async () => {
    const large = Buffer.alloc(2_000_001).toString("base64");
    const calendar = "BEGIN:VCALENDAR\r\nEND:VCALENDAR";
    const [picture, event] = await filesIn(
      mailOf(
        partOf(["Content-Type: image/png", "Content-ID: <large>", BASE64], large),
        partOf(["Content-Type: text/calendar; method=REQUEST", "Content-ID: <event>"], calendar),
      ),
    );
    expect([picture?.size, picture?.picture]).toEqual([2_000_001, undefined]);
    expect(await event?.blob.text()).toContain("BEGIN:VCALENDAR");
    expect(await filesIn("Subject: Hello\r\n\r\nGood morning.")).toEqual([]);
  });
});
