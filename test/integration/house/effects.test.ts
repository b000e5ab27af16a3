import { join } from "node:path";
import { ESLint } from "eslint";
import { describe, expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../..");
const RULE = "no-restricted-syntax";

/** The project's own findings about a page with this effect. This one rule needs no types. */
async function complaintsAbout(effect: string): Promise<string[]> {
  const eslint = new ESLint({
    cwd: ROOT,
    overrideConfig: { languageOptions: { parserOptions: { projectService: false } } },
    ruleFilter: ({ ruleId }) => ruleId === RULE,
  });
  const text = `import * as React from "react";\nimport { useEffect, useLayoutEffect } from "react";\n${effect}\n`;
  const results = await eslint.lintText(text, { filePath: join(ROOT, "panel/src/app.tsx") });
  return results.flatMap(({ messages }) => messages.map(({ ruleId, message }) => ruleId ?? message));
}

describe("an effect of the panel", () => {
  it.each([
    "useEffect(() => list.current?.scrollTo({ left: 1 }), []);",
    "useEffect(() => end.current.scrollIntoView());",
    "useLayoutEffect(() => setIsOpen(false), [place]);",
    "React.useEffect(() => count++, []);",
    "useEffect(() => { return list.scrollBy(1, 1); }, []);",
    "useEffect(() => { if (list) return list.scrollBy(1, 1); }, []);",
    "useEffect(function () { return list.scrollBy(1, 1); }, []);",
    "useEffect(async () => { await load(); }, []);",
  ])("must not hand React what a call answers: %s", async (effect) => {
    expect(await complaintsAbout(effect)).toEqual([RULE]);
  });

  it.each([
    "useEffect(() => { list.current?.scrollTo({ left: 1 }); }, []);",
    "useEffect(() => () => close(), []);",
    "useEffect(() => { const timer = setInterval(tick, 1); return () => clearInterval(timer); }, []);",
    "useEffect(() => { if (!list) return; list.scrollBy(1, 1); }, []);",
    "useEffect(() => { const names = all.map((one) => { return one.name(); }); show(names); }, []);",
  ])("returns nothing or a clean-up: %s", async (effect) => {
    expect(await complaintsAbout(effect)).toEqual([]);
  });
});
