import { beforeAll, describe, expect, it } from "vitest";
import { LINT_TIMEOUT_MS, lintFiles } from "../../support/lint.ts";

const RULE = "no-restricted-syntax";

const WRONG = [
  "useEffect(() => list.current?.scrollTo({ left: 1 }), []);",
  "useEffect(() => end.current.scrollIntoView());",
  "useLayoutEffect(() => setIsOpen(false), [place]);",
  "React.useEffect(() => count++, []);",
  "useEffect(() => { return list.scrollBy(1, 1); }, []);",
  "useEffect(() => { if (list) return list.scrollBy(1, 1); }, []);",
  "useEffect(function () { return list.scrollBy(1, 1); }, []);",
  "useEffect(async () => { await load(); }, []);",
];
const RIGHT = [
  "useEffect(() => { list.current?.scrollTo({ left: 1 }); }, []);",
  "useEffect(() => () => close(), []);",
  "useEffect(() => { const timer = setInterval(tick, 1); return () => clearInterval(timer); }, []);",
  "useEffect(() => { if (!list) return; list.scrollBy(1, 1); }, []);",
  "useEffect(() => { const names = all.map((one) => { return one.name(); }); show(names); }, []);",
];

const fileOf = (effect: string): string => `panel/src/page-${[...WRONG, ...RIGHT].indexOf(effect)}.tsx`;
const page = (effect: string): string =>
  `import * as React from "react";\nimport { useEffect, useLayoutEffect } from "react";\n${effect}`;

/**
 * Holds the complaints of the project's own configuration about a page with each effect. Other rules also find untyped
 * values here.
 */
let complaints: ReadonlyMap<string, string[]>;
beforeAll(async () => {
  complaints = await lintFiles(
    Object.fromEntries([...WRONG, ...RIGHT].map((effect) => [fileOf(effect), page(effect)])),
  );
}, LINT_TIMEOUT_MS);
const complaintsAbout = (effect: string) => complaints.get(fileOf(effect))?.filter((rule) => rule === RULE);

describe("an effect of the panel", () => {
  it.each(WRONG)("must not hand React what a call answers: %s", (effect) => {
    expect(complaintsAbout(effect)).toEqual([RULE]);
  });

  it.each(RIGHT)("returns nothing or a clean-up: %s", (effect) => {
    expect(complaintsAbout(effect)).toEqual([]);
  });
});
