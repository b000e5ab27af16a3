import { describe, expect, it } from "vitest";
import { exportRows } from "../../../../panel/src/csv/export-rows.ts";
import { csvHead, csvLine, csvOf } from "../../../../panel/src/csv/write-csv.ts";
import { NOTIFICATIONS } from "../../../../panel/src/pages/notifications/many/spreadsheet.ts";
import type { Listed } from "../../../../panel/src/pages/notifications/outcome.ts";

const aRow = (more: Partial<Listed> = {}): Listed => ({
  ...{ id: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e06", channel: "email", status: "failed", attempts: 1, max_attempts: 5 },
  ...{ account_id: "019a2b4c-7d10-7c3e-9f21-5a6b7c8d9e07", recipients_count: 1, partly_delivered: false },
  outcome: { delivered: 0, total: 1 },
  created_at: "2026-11-22T12:00:00.000Z",
  updated_at: "2026-11-22T12:00:01.000Z",
  ...more,
});

describe("a line of the export", () => {
  it.each([
    ["a plain text", ["a", 1, undefined], "a,1,\r\n"],
    ["a comma", ["a,b"], '"a,b"\r\n'],
    ["a quotation mark", ['say "hi"'], '"say ""hi"""\r\n'],
    ["line breaks", ["a\nb", "c\r\nd"], '"a\nb","c\r\nd"\r\n'],
    ["a number below zero, which is ours", [-1], "-1\r\n"],
  ])("writes %s as RFC 4180 says", (_, cells, line) => {
    expect(csvLine(cells)).toBe(line);
  });

  it.each(["=1+1", "+351912345678", "-2", "@SUM(A1)", "\t=1", "\r=1"])("defuses %j", (text) => {
    expect(csvLine([text])).toBe(`"'${text}"\r\n`);
  });

  it.each([
    ["Hi;=cmd;x", "Hi;'=cmd;x"],
    ["a\n+1", "a\n'+1"],
  ])("defuses the parts of %j, which some spreadsheets split", (text, safe) => {
    expect(csvLine([text])).toBe(`"${safe}"\r\n`);
  });

  it("has a cell for each column, and times in UTC", () => {
    const line = csvOf(NOTIFICATIONS, [aRow({ recipient: "+351912345678", metadata: { order: "1,2" } })]);
    expect(line).toContain(",2026-11-22T12:00:00.000Z,2026-11-22T12:00:01.000Z,");
    expect(line).toContain(`"'+351912345678"`);
    expect(line.endsWith('"{""order"":""1,2""}"\r\n')).toBe(true);
    expect(csvOf(NOTIFICATIONS, [aRow()]).split(",")).toHaveLength(csvHead(NOTIFICATIONS).split(",").length);
  });
});

describe("an export", () => {
  const pagesOf = async function* (...sizes: readonly number[]) {
    for (const size of sizes) yield Array.from({ length: size }, () => aRow());
  };
  const exported = async (sizes: readonly number[], most?: number) => {
    const files: [name: string, lines: number][] = [];
    const counts: number[] = [];
    const texts: Promise<void>[] = [];
    const save = (file: Blob, name: string) => {
      texts.push(file.text().then((text) => void files.push([name, text.split("\r\n").length - 2])));
    };
    await exportRows(pagesOf(...sizes), {
      sheet: NOTIFICATIONS,
      save,
      onRows: (n) => void counts.push(n),
      ...(most && { most }),
    });
    await Promise.all(texts);
    return { files: files.sort(), counts };
  };

  it("has all rows of all pages, empty ones too", async () => {
    expect(await exported([2, 0, 3])).toEqual({ files: [["notifications.csv", 5]], counts: [2, 2, 5] });
  });

  it("continues in another file when one has its most", async () => {
    const files = [
      ["notifications-2.csv", 4],
      ["notifications-3.csv", 1],
      ["notifications.csv", 4],
    ];
    expect((await exported([2, 2, 2, 2, 1], 4)).files).toEqual(files);
  });

  it("of nothing is a file with the names of the columns", async () => {
    expect((await exported([])).files).toEqual([["notifications.csv", 0]]);
  });
});
