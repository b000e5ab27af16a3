import { describe, expect, it } from "vitest";
import { parse as parseTemplate } from "../../../shared/go-template/go-template.ts";
import { render } from "../../../shared/go-template/text-template.ts";
import { FUZZ_JSON } from "./data-template-generator.ts";
import { FUZZ_DATA } from "./template-generator.ts";
import { type Kind, linesOf, show } from "./vectors.ts";

/**
 * Holds a template of our generator with the output, or the text of the error, of real Go. All versions of Go agree on
 * it.
 */
interface Generated {
  t: string;
  kind?: Kind;
  data?: Record<string, unknown>;
  out?: string;
  exec?: string;
  parse?: string;
}

const CASES = linesOf<Generated>("go-generated.jsonl");

describe("generated templates, as Go answers them", () => {
  it.each(CASES.map((each) => [each.t, each] as const))("%j", (text, { kind, data = FUZZ_DATA, out, exec, parse }) => {
    expect(show(text, data, kind)).toBe(out ?? exec ?? parse);
  });
});

/**
 * Holds a template of `dataTemplate` with Go 1.19's output or message for `FUZZ_JSON` as Go decodes it. The templates
 * have each kind of value in each place of an escaped page. Those that a later version of Go renders differently are
 * left out: ranges over integers, messages that now name types, and empty values that are now ZgotmplZ.
 */
interface OfData {
  t: string;
  html?: true;
  out?: string;
  exec?: string;
}

const OF_DATA = linesOf<OfData>("go-data-generated.jsonl");

describe("generated templates with values of JSON, as Go answers them", () => {
  it.each(OF_DATA.map((each) => [each.t, each] as const))("%j", (text, { html, out, exec }) => {
    const escaped = () => render(parseTemplate(text, undefined, { escape: "html" }), {}, { json: FUZZ_JSON });
    expect(html ? escaped() : show(text, FUZZ_JSON, "any")).toBe(out ?? exec);
  });
});
