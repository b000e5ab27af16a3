import { describe, expect, it } from "vitest";
import { emailDialect } from "../../../shared/go-template/dialects.ts";
import { TemplateExecError, TemplateParseError } from "../../../shared/go-template/errors.ts";
import { escapeTemplate } from "../../../shared/go-template/html/escape-template.ts";
import { LIMITS } from "../../../shared/go-template/limits.ts";
import { type ParseOptions, parseText, render } from "../../../shared/go-template/text-template.ts";
import { kindOf, readVectors, templateOf } from "./vectors.ts";

const told = (text: string, json: Record<string, unknown> = {}, options: ParseOptions = {}) =>
  faultOf(() => render(parseText(text, emailDialect, { name: "body", ...options }), {}, { json, now }));

/** A clock that stands still, so that the limits do not depend on the machine. */
const now = () => 0;

function faultOf(rendering: () => string): string | undefined {
  try {
    rendering();
    return undefined;
  } catch (error) {
    if (error instanceof TemplateParseError || error instanceof TemplateExecError) return error.told;
    throw error;
  }
}

const html = { rewrite: escapeTemplate };

describe("a fault as it is told (D54)", () => {
  it.each<[text: string, fault: string, options?: ParseOptions]>([
    ["a\nb\n{{.x}} c{{end}}", "line 3, column 14: unexpected {{end}}"],
    ["{{if .x}}", "line 1, column 10: unexpected EOF"],
    ["Zażółć 😀 {{upper .x}}", 'line 1, column 12: function "upper" not defined'],
    ["{{.x", "line 1, column 5: unclosed action"],
    ["a\n{{.x\n", "line 3, column 1: unclosed action started at body:2"],
    ['{{"x}}', "line 1, column 3: unterminated quoted string"],
    ["{{/* a", "line 1, column 3: unclosed comment"],
    ['<p>\n<a title=é"{{.x}}>', 'line 2, column 11: "\\"" in unquoted attr: "é\\""', html],
    ["<p>\n<a", expect.stringMatching(/^line 2, column 3: ends in a non-text context: \{stateTag /), html],
  ])("%j does not parse: %s", (text, fault, options) => {
    expect(told(text, {}, options)).toEqual(fault);
  });

  it.each<[text: string, fault: string]>([
    ["é😀{{index .list 9}}", "line 1, column 5: error calling index: index out of range: 9"],
    ["\n  {{.a.b}}", "line 2, column 7: can't evaluate field b in type interface {}"],
    ['{{template "none"}}', 'line 1, column 12: template "none" not defined'],
    ['{{define "t"}}\n{{len 3}}{{end}}{{template "t"}}', "line 2, column 3: error calling len: len of type int"],
    ['{{range "abc"}}{{end}}', "line 1, column 9: range can't iterate over abc"],
    [
      "{{range .none.x}}{{end}}{{slice .list 2 1}}",
      "line 1, column 27: error calling slice: invalid slice index: 2 > 1",
    ],
  ])("%j fails when it is executed: %s", (text, fault) => {
    expect(told(text, { list: ["a", "b"], a: "secret" })).toBe(fault);
  });

  it.each([
    ["{{range .s}}{{end}}", "range can't iterate over a value of type string"],
    ['{{range .s | printf "%s"}}{{end}}', "range can't iterate over a value of type string"],
    ["{{range $a, $b := index .s 0}}{{end}}", "can't use a byte to iterate over more than one variable"],
    ["{{.s | call}}", "error calling call: non-function of type string"],
    ["{{call .s}}", "error calling call: non-function .s of type string"],
    ["{{eq .list .list}}", "error calling eq: non-comparable type []interface {}"],
    ["{{eq .list .map}}", "error calling eq: non-comparable types []interface {}, map[string]interface {}"],
    ["{{index .list (index .s 0)}}", "error calling index: index out of range"],
    ["{{slice .s (index .low 0) 1}}", "error calling slice: invalid slice index"],
    ["{{.s.x}}", "can't evaluate field x in type interface {}"],
  ])("%j tells no value of the data: %s", (text, plain) => {
    const data = { s: "Zsecret", low: "\u0002", list: ["Zsecret"], map: { key: "Zsecret" } };
    const fault = told(text, data);
    expect(fault?.replace(/^line 1, column \d+: /, "")).toBe(plain);
    expect(fault).not.toMatch(/Zsecret|\b90\b/);
  });

  it.each<[text: string, plain: string, options?: ParseOptions]>([
    ["{{if 1}}".repeat(LIMITS.nesting + 1), "nested more than 500 levels deep"],
    ["{{1}}".repeat(LIMITS.tokens / 2), "more than 300000 tokens"],
    ["{{range 2000}}{{range 2000}}{{end}}{{end}}", "more than 1000000 nodes evaluated"],
    [`{{range 2}}${"x".repeat(LIMITS.outputBytes)}{{end}}`, "the output is larger than 1 MiB"],
    ['{{define "t"}}{{template "t"}}{{end}}{{template "t"}}', "exceeded maximum template depth (250)"],
    [
      Array.from({ length: 260 }, (_, i) => `{{define "t${i}"}}<b>{{template "t${i + 1}" .}}{{end}}`).join("") +
        '{{define "t260"}}{{end}}{{template "t0" .}}',
      "exceeded maximum template depth (250)",
      html,
    ],
  ])("has no place at a limit", (text, plain, options) => {
    expect(told(text, {}, options)).toBe(plain);
  });
});

/** The position and the words of Go's error. Go gives a column only for errors during execution. */
const GO = /^template: x:(?<line>\d+)(?::(?<column>\d+): executing "(?:[^"\\]|\\.)*" at <.*?>)?: (?<plain>.*)$/s;
const SHOWS_A_VALUE = /range can't iterate over|non-comparable type/;
/** Go's decoder gives this list a larger capacity than its length. */
const BEYOND_THE_LENGTH = "d0289";

describe("the words of real Go", () => {
  // Where Go's message shows a value of the data, Herald's message has other words.
  const failing = readVectors().filter(
    ({ id, kind, policy, go_error = "" }) =>
      id !== BEYOND_THE_LENGTH &&
      kind === "email" &&
      policy === "exact" &&
      GO.test(go_error) &&
      !SHOWS_A_VALUE.test(go_error),
  );

  it.each(failing.map((vector) => [vector.id, vector] as const))("%s", (_, vector) => {
    const text = templateOf(vector);
    const { line, column, plain } = GO.exec(vector.go_error ?? "")?.groups ?? {};
    const values = vector.data ?? {};
    const fault = faultOf(() =>
      kindOf(vector) === "any" ? render(parseText(text), {}, { json: values }) : render(parseText(text), values),
    );
    const [, ourLine, ourColumn, ours] = /^line (\d+), column (\d+): (.*)$/s.exec(fault ?? "") ?? [];
    expect({ line: ourLine, ours }).toEqual({ line, ours: plain });
    const before = Buffer.from(text.split("\n")[Number(line) - 1] ?? "")
      .subarray(0, Number(column))
      .toString();
    if (column !== undefined) expect(Number(ourColumn)).toBe([...before].length + 1);
  });
});
