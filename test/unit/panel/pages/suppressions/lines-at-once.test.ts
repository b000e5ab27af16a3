import { describe, expect, it } from "vitest";
import {
  anImport,
  type ImportItem,
  madeBy,
  openImports,
} from "../../../../../panel/src/pages/suppressions/import/import-run.ts";
import {
  bodyOf,
  type LineAnswer,
  LinesAtOnce,
} from "../../../../../panel/src/pages/suppressions/import/lines-at-once.ts";

const linesTo = (count: number) =>
  Array.from({ length: count }, (_, i) => ({ line: i + 1, recipient: `a${i}@x.example` }));
let keys = 0;
const importOf = (count: number) => anImport(linesTo(count), () => String(++keys));

/** Runs an import of this many lines, whose answers `answerOf` gives. */
async function imported(count: number, answerOf: (item: ImportItem) => LineAnswer | undefined) {
  const imports = openImports();
  const asked: number[] = [];
  const lines = new LinesAtOnce();
  imports.begin(importOf(count));
  await imports.work((item, run) =>
    lines.answerTo(item, run, async (items) => {
      asked.push(items.length);
      return items.map(answerOf).filter((one) => one !== undefined);
    }),
  );
  return { asked, run: imports.current() };
}

describe("LinesAtOnce", () => {
  it("asks for 500 lines at once, and gives each line its own answer", async () => {
    const { asked, run } = await imported(1200, ({ line }) => {
      if (line === 700) return { outcome: "refused", error: "recipient is required" };
      return { outcome: line % 2 === 0 ? "made" : "stood" };
    });
    expect(asked).toEqual([500, 500, 200]);
    expect(run).toMatchObject({ state: "done", done: 1200 });
    expect(run?.refused).toEqual([{ line: 700, recipient: "a699@x.example", reason: "recipient is required" }]);
    expect(run?.stood).toHaveLength(600);
    expect(run && madeBy(run)).toBe(599);
  });

  it("pauses before a line that the service left out", async () => {
    const { run } = await imported(3, ({ line }) => (line === 3 ? undefined : { outcome: "made" }));
    expect(run).toMatchObject({ state: "paused", done: 2 });
  });
});

describe("bodyOf()", () => {
  it("has what the line has, and nothing else", () => {
    expect(bodyOf({ line: 1, recipient: "a@x.example" })).toEqual({ recipient: "a@x.example" });
    const line = { line: 2, recipient: "a", reason: "wrong", topic: "news" };
    expect(bodyOf(line)).toEqual({ recipient: "a", reason: "wrong", topic: "news" });
  });
});
