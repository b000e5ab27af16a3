import { defaultTreeAdapter, parse as parseHtml } from "parse5";
import { describe, expect, it } from "vitest";
import { parse } from "../../../../shared/go-template/go-template.ts";
import { render, TemplateExecError, TemplateParseError } from "../../../../shared/go-template/text-template.ts";
import { seeded } from "../template-generator.ts";
import { htmlTemplate } from "./html-template-generator.ts";

/** HERALD_FUZZ_SECONDS sets the duration of a run, and HERALD_FUZZ_SEED repeats a run. */
const SECONDS = Number(process.env.HERALD_FUZZ_SECONDS ?? 2);
const SEED = Number(process.env.HERALD_FUZZ_SEED ?? Date.now() % 2 ** 31);
const HARMLESS = { x: "qz9", y: "qz8" };
const NASTY = [
  "<b>&\"'`/\\",
  "</script><script>alert(1)</script>",
  "'-alert(1)-'",
  "javascript:x",
  "-->",
  "*/",
  "</style>",
];
const MORE = [
  "</title>",
  "</textarea>",
  "${x}`",
  "\u2028a",
  " onclick=x",
  "><i>",
  "//",
  "\n x",
  "/",
  "}",
  ")",
  "];",
  "<!--",
  "=",
];

type Parent = Parameters<typeof defaultTreeAdapter.getChildNodes>[0];

/**
 * Returns elements with the number of their attributes, and comments. The name of an attribute may differ if a value is
 * part of it.
 */
function shapeOf(node: Parent): readonly unknown[] {
  return defaultTreeAdapter.getChildNodes(node).flatMap((child): readonly unknown[] => {
    if (defaultTreeAdapter.isCommentNode(child)) return ["comment"];
    return defaultTreeAdapter.isElementNode(child) ? [[child.attrs.length, shapeOf(child)]] : [];
  });
}

/**
 * Returns the shape of a page. Refused names of attributes are equal, and HTML would keep only one such attribute, so
 * each gets a name of its own.
 */
function shape(text: string): string {
  let refused = 0;
  return JSON.stringify(shapeOf(parseHtml(text.replace(/ZgotmplZ/g, (name) => `${name}${refused++}`))));
}

/** Returns false for a template that is refused, or whose values fail while it runs. */
function keepsShape(text: string): boolean {
  try {
    const template = parse(text, undefined, { escape: "html" });
    const harmless = shape(render(template, HARMLESS));
    for (const x of [...NASTY, ...MORE]) expect(shape(render(template, { x, y: x })), JSON.stringify(x)).toBe(harmless);
    return true;
  } catch (error) {
    if (error instanceof TemplateParseError || error instanceof TemplateExecError) return false;
    throw error;
  }
}

describe("any template that is escaped", () => {
  it(
    "has the same elements and attributes whatever its values are",
    () => {
      const random = seeded(SEED);
      let kept = 0;
      const end = performance.now() + SECONDS * 1000;
      while (performance.now() < end) {
        const text = htmlTemplate(random);
        try {
          if (keepsShape(text)) kept++;
        } catch (error) {
          throw new Error(`seed ${SEED}: ${JSON.stringify(text)}`, { cause: error });
        }
      }
      if (process.env.HERALD_FUZZ_SECONDS !== undefined) console.log(`structure seed ${SEED}: ${kept} templates`);
      expect(kept).toBeGreaterThan(0);
    },
    SECONDS * 1000 + 30_000,
  );
});
