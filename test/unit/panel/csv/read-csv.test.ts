import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { readCsv } from "../../../../panel/src/csv/read-csv.ts";
import { csvLine } from "../../../../panel/src/csv/write-csv.ts";

const cellsOf = (text: string) => [...readCsv(text)].map(({ cells }) => cells);

describe("readCsv()", () => {
  it.each([
    [
      "commas",
      "a,b\r\nc,d\r\n",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    [
      "semicolons of a spreadsheet",
      "a;b\nc;d,x",
      [
        ["a", "b"],
        ["c", "d,x"],
      ],
    ],
    [
      "tabs",
      "a\tb\rc\td\r",
      [
        ["a", "b"],
        ["c", "d"],
      ],
    ],
    ["quoted cells", '"a,1";"b"\n', [["a,1", "b"]]],
    [
      "quotation marks, and separators and breaks within them",
      '"say ""hi""","a,b","c\r\nd"\r\n',
      [['say "hi"', "a,b", "c\r\nd"]],
    ],
    ["spaces around cells", " a , b ", [["a", "b"]]],
    ["empty cells, and an end behind a separator", ",a,", [["", "a"]]],
    ["a quotation mark that nothing closes", '"a,b', [["a,b"]]],
    ["a byte order mark", "\uFEFFa,b", [["a", "b"]]],
    ["nothing", "", []],
    ["empty lines", "\n\r\n , \n", []],
  ])("reads %s", (_, text, cells) => {
    expect(cellsOf(text)).toEqual(cells);
  });

  it("numbers the lines as an editor does", () => {
    const lines = [...readCsv('a\n\n"b\r\nb",x\nc')].map(({ line }) => line);
    expect(lines).toEqual([1, 3, 5]);
  });

  it("reads back what the export writes", () => {
    const cell = fc.string({ unit: fc.constantFrom(..."ab,;\t\"'\r\n =") }).filter((text) => text === text.trim());
    const undefused = (text: string) => text.replaceAll(/(^|[;\n])'(?=[=+\-@\t\r])/g, "$1");
    fc.assert(
      fc.property(fc.array(cell, { minLength: 1, maxLength: 4 }), (cells) => {
        // The first line is plain, so it names the separator.
        const [, read = []] = cellsOf(csvLine(["a", "b"]) + csvLine(["x", ...cells]));
        expect(read.map(undefused)).toEqual(["x", ...cells.map(undefused)]);
      }),
    );
  });
});
