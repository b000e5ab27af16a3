import { describe, expect, it } from "vitest";
import { changesBetween, shownChange } from "../../../../ops/templates/changes.ts";
import type { FiledTemplate } from "../../../../ops/templates/filed-template.ts";

const aTemplate = (over: Partial<FiledTemplate> = {}): FiledTemplate => ({
  ...{ reference: "a", name: "N", subject: "S", body: "B", bodyType: "text" },
  ...{ strict: false, escape: "none", samples: {} },
  ...over,
});
const kinds = (before: FiledTemplate[], after: FiledTemplate[], deletes = false) =>
  changesBetween({ before, after, deletes }).map(({ reference, kind }) => `${kind} ${reference}`);

describe("changesBetween()", () => {
  it("finds what is new, different and gone, and deletes only when asked to", () => {
    const before = ["same", "changed", "gone"].map((reference) => aTemplate({ reference }));
    const after = [
      aTemplate({ reference: "new" }),
      aTemplate({ reference: "same" }),
      aTemplate({ reference: "changed", samples: { name: "Ann" } }),
    ];
    expect(kinds(before, after)).toEqual(["change changed", "create new"]);
    expect(kinds(before, after, true)).toEqual(["change changed", "delete gone", "create new"]);
  });

  it.each([
    [{ name: "M" }],
    [{ subject: "T" }],
    [{ body: "B\n" }],
    [{ bodyType: "html" as const }],
    [{ strict: true }],
    [{ escape: "html" as const }],
    [{ samples: { x: null } }],
  ])("sees that %j differs", (over) => {
    expect(kinds([aTemplate()], [aTemplate(over)])).toEqual(["change a"]);
    expect(kinds([aTemplate(over)], [aTemplate(over)])).toEqual([]);
  });
});

describe("shownChange()", () => {
  it("shows no character that could hide a line from who agrees to it", () => {
    const after = aTemplate({ body: "\u001b[2J\rB\tC\u202e" });
    const [change] = changesBetween({ before: [aTemplate()], after: [after], deletes: false });
    const shown = change && shownChange(change);
    expect(shown).toContain("+?[2J?B\tC?");
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what this is about
    expect(shown).not.toMatch(/[\u0000-\u0008\u000b-\u001f\u202e]/);
  });

  const shown = (before: Partial<FiledTemplate>, after: Partial<FiledTemplate>) => {
    const [change] = changesBetween({ before: [aTemplate(before)], after: [aTemplate(after)], deletes: true });
    return change && shownChange(change).split("\n");
  };

  it("shows each file's changed lines and three around them", () => {
    const lines = Array.from({ length: 12 }, (_, i) => `line ${i}`);
    const changed = lines.map((line) => (line === "line 5" ? "LINE 5" : line));
    expect(shown({ body: lines.join("\n") }, { body: changed.join("\n"), subject: "T" })).toEqual([
      "change a",
      "--- a/template.json",
      " {",
      '   "name": "N",',
      '-  "subject": "S"',
      '+  "subject": "T"',
      " }",
      "",
      "--- a/body.txt",
      "…",
      ...[" line 2", " line 3", " line 4", "-line 5", "+LINE 5", " line 6", " line 7", " line 8"],
      "…",
    ]);
  });

  it("shows a line break at the end that is new, and a body of another kind", () => {
    expect(shown({}, { body: "B\n" })).toEqual(["change a", "--- a/body.txt", " B", "+"]);
    expect(shown({}, { bodyType: "html" })).toEqual(["change a", "--- a/body.txt", "-B", "--- a/body.html", "+B"]);
  });

  it("names what is made and deleted in one line, and takes two long texts without comparing them", () => {
    const [made, gone] = [changesBetween({ before: [], after: [aTemplate()], deletes: true }), [aTemplate()]];
    expect(made.map(shownChange)).toEqual(["create a"]);
    expect(changesBetween({ before: gone, after: [], deletes: true }).map(shownChange)).toEqual(["delete a"]);
    const long = "x\n".repeat(300_000);
    expect(shown({ body: long }, { body: `${long}y` })?.at(-1)).toBe("+y");
  });
});
