import { describe, expect, it } from "vitest";
import { parse } from "../../../../shared/go-template/go-template.ts";
import { templateVariables } from "../../../../shared/go-template/template-variables.ts";
import {
  render,
  renderAndName,
  type Template,
  TemplateExecError,
  TemplateParseError,
} from "../../../../shared/go-template/text-template.ts";
import { growth, MOST_LINEAR_GROWTH, processorMs } from "../../../support/growth.ts";
import { mutated, pick, seeded } from "../template-generator.ts";
import { htmlTemplate } from "./html-template-generator.ts";
import { readHtmlVectors } from "./html-vectors.ts";

/** HERALD_FUZZ_SECONDS sets the duration of a run, and HERALD_FUZZ_SEED repeats a run. */
const SECONDS = Number(process.env.HERALD_FUZZ_SECONDS ?? 2);
const SEED = Number(process.env.HERALD_FUZZ_SEED ?? Date.now() % 2 ** 31);
const PATIENCE_MS = 5_000;
const DATA = [{}, { x: "<b>&\"'`/\\", y: "javascript:alert(1)" }, { x: "${x}`</script><!--", y: "a b" }];
const { vectors } = readHtmlVectors();

type Counts = Record<"ok" | "parse" | "escape" | "exec", number>;

/** Returns undefined for a refused template. Throws if any error but the engine's occurs. */
function parsed(text: string, counts: Counts): Template | undefined {
  try {
    return parse(text, undefined, { escape: "html" });
  } catch (error) {
    if (!(error instanceof TemplateParseError)) throw error;
    const isEscape = error.message.startsWith("html/template:x:");
    counts[isEscape ? "escape" : "parse"]++;
    // Escaping refuses only templates that parse.
    if (isEscape) parse(text);
    else expect(() => parse(text)).toThrow(error.message);
    return undefined;
  }
}

function attempt(text: string, counts: Counts): void {
  const template = parsed(text, counts);
  if (template === undefined) return;
  expect(templateVariables(template).every((name) => typeof name === "string")).toBe(true);
  for (const data of DATA) {
    try {
      const { text: output, missing } = renderAndName(template, data);
      expect(output.isWellFormed()).toBe(true);
      expect(output).toBe(render(template, data));
      expect(missing.every((name) => !Object.hasOwn(data, name))).toBe(true);
      counts.ok++;
    } catch (error) {
      if (!(error instanceof TemplateExecError)) throw error;
      counts.exec++;
    }
  }
}

describe("any template", () => {
  it(
    "is escaped, or refused with the engine's error",
    () => {
      const random = seeded(SEED);
      const counts: Counts = { ok: 0, parse: 0, escape: 0, exec: 0 };
      const end = performance.now() + SECONDS * 1000;
      while (performance.now() < end) {
        const vector = pick(random, vectors).t;
        const text = pick(random, [
          htmlTemplate(random),
          mutated(random, htmlTemplate(random)),
          mutated(random, vector),
        ]);
        try {
          expect(processorMs(() => attempt(text, counts))).toBeLessThan(PATIENCE_MS);
        } catch (error) {
          throw new Error(`seed ${SEED}: ${JSON.stringify(text)}`, { cause: error });
        }
      }
      if (process.env.HERALD_FUZZ_SECONDS !== undefined) console.log(`fuzz seed ${SEED}: ${JSON.stringify(counts)}`);
      for (const count of Object.values(counts)) expect(count).toBeGreaterThan(0);
    },
    SECONDS * 1000 + 30_000,
  );
});

/** Each of these shapes once looked as if it needed more than one pass over the text. */
const SHAPES: readonly (readonly [before: string, repeated: string, after: string])[] = [
  ["", "<", ""],
  ["", "<!-- a", ""],
  ["", "<style>/*</style>", ""],
  ["", "<style>//</style>", ""],
  ["", "<style>a:url(</style>", ""],
  ["", "<title><</title>", ""],
  ["<script>", "'a'/b/c;", ""],
  ["<script>", "'</script'", ""],
  ["<script>x", "-", "/{{.x}}/</script>"],
  ["<script>x", "<", "/{{.x}}/</script>"],
  ["<script>`${ ", "{ ", ""],
  ["<script>x=", "/[a/]/;", "</script>"],
  ["<style>", "url ( a ) ", "</style>"],
  ["<style>url", " ", "("],
  ["<a style=\"x:'", "\\2", "{{.x}}'\">"],
  ['<a onclick="', "&", '{{.x}}">'],
  ['<a onclick="', "&amp;aaaaaa", '{{.x}}">'],
  ['<meta content="', "url ", '{{.x}}">'],
  ['{{define "t"}}{{.}}{{end}}', '<p title="{{template "t" .x}}">', ""],
  ["<a title={{.x}} ", "b=c ", ">"],
];

describe("escaping takes time in proportion to a template's size", () => {
  it.each(SHAPES)("%j %j", (before, repeated, after) => {
    const text = (size: number) => before + repeated.repeat(size / repeated.length) + after;
    const read = (input: string) => {
      try {
        parse(input, undefined, { escape: "html" });
      } catch (error) {
        if (!(error instanceof TemplateParseError)) throw error;
      }
    };
    expect(growth(text, 400_000, read)).toBeLessThan(MOST_LINEAR_GROWTH);
  });
});
