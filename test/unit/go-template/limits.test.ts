import { describe, expect, it } from "vitest";
import { parse } from "../../../shared/go-template/go-template.ts";
import { LIMITS } from "../../../shared/go-template/limits.ts";
import { render, TemplateExecError, TemplateParseError } from "../../../shared/go-template/text-template.ts";
import { growth, MOST_LINEAR_GROWTH } from "../../support/growth.ts";

const MANY_KEYS = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, `v${i}`]));
/** This clock stands still, so a template is refused for its work, however slow the machine is. */
const now = () => 0;

function rendered(text: string, data: Record<string, string> = {}): string {
  return render(parse(text), data, { now });
}

function nested(open: string, levels: number, inside: string, close: string): string {
  return open.repeat(levels) + inside + close.repeat(levels);
}

describe("limits of parsing", () => {
  it.each([
    ["65,000 nested ifs", "{{if 1}}".repeat(65_000)],
    ["a long else-if chain", `{{if 0}}${"{{else if 0}}".repeat(80_000)}{{end}}`],
    ["half a million parentheses", `{{${"(".repeat(500_000)}`],
    ["nested blocks", '{{block "b" .}}'.repeat(501)],
    ["parentheses within ifs", `${"{{if 1}}".repeat(300)}{{${"(".repeat(201)}`],
  ])("refuses %s", (_, text) => {
    expect(() => parse(text)).toThrow("nested more than 500 levels deep");
  });

  it("allows 500 levels, and counts those that were closed no more", () => {
    expect(rendered(nested("{{if 1}}", 500, "x", "{{end}}"))).toBe("x");
    expect(rendered(`{{${nested("(", 500, "1", ")")}}}${nested("{{with 1}}", 500, "y", "{{end}}")}`)).toBe("1y");
    expect(rendered('{{if 1}}a{{else if 1}}{{end}}{{(1)}}{{block "b" 1}}{{end}}'.repeat(600))).toHaveLength(1200);
  });

  it("refuses more tokens than a megabyte of ordinary text has", () => {
    expect(() => parse("{{1}}".repeat(200_000))).toThrow(/more than 300000 tokens$/);
    expect(rendered("{{1}},".repeat(70_000))).toHaveLength(140_000);
  });

  it.each<[string, (size: number) => string]>([
    ["digits", (size) => `{{${"9".repeat(size)}}}`],
    ["digits and an empty exponent", (size) => `{{${"9".repeat(size)}e}}`],
    ["hexadecimal digits", (size) => `{{0x${"f".repeat(size)}}}`],
    ["underscores", (size) => `{{${"1_".repeat(size / 2)}}}`],
    ["unclosed comments", (size) => "{{/*".repeat(size / 4)],
    ["an unclosed string", (size) => `{{"${'\\"'.repeat(size / 2)}`],
    ["a long name", (size) => `{{${"a".repeat(size)}}}`],
  ])("stays linear in %s", (_, text) => {
    const refuse = (one: string) => expect(() => parse(one)).toThrow(TemplateParseError);
    expect(growth(text, 1_000_000, refuse)).toBeLessThan(MOST_LINEAR_GROWTH);
  });
});

describe("limits of rendering", () => {
  it.each([
    [
      "endless recursion",
      '{{define "r"}}{{template "r"}}{{end}}{{template "r"}}',
      "exceeded maximum template depth (250)",
    ],
    [
      "recursion in a loop",
      '{{define "r"}}{{range 2}}{{template "r"}}{{end}}{{end}}{{template "r"}}',
      "exceeded maximum template depth (250)",
    ],
    [
      "recursion through many blocks",
      `{{define "r"}}${nested("{{if 1}}", 400, '{{template "r"}}', "{{end}}")}{{end}}{{template "r"}}`,
      "more than 1500 levels open at once",
    ],
    ["an endless range", "{{range 9000000000000000000}}{{end}}", "more than 1000000 nodes evaluated"],
    ["nested ranges over the data", nested("{{range $}}", 6, "", "{{end}}"), "more than 1000000 nodes evaluated"],
    ["operands without end", `{{range 1000}}{{and${" 1".repeat(2_000)}}}{{end}}`, "more than 1000000 nodes evaluated"],
    [
      "stages without end",
      `{{range 1000}}{{$x := 1${" | print".repeat(1_100)}}}{{end}}`,
      "more than 1000000 nodes evaluated",
    ],
    ["doubling strings", `{{$x := "ab"}}${"{{$x = print $x $x}}".repeat(40)}`, "a string longer than 1 MiB"],
    ["a wide number", '{{printf "%9999999d" 1}}', "a string longer than 1 MiB"],
    ["a wide string", '{{printf "%1048577s" "x"}}', "a string longer than 1 MiB"],
    ["a precise number", '{{printf "%.1048577d" 1}}', "a string longer than 1 MiB"],
    ["a precise float", '{{printf "%.1048577f" 1.5}}', "a string longer than 1 MiB"],
    ["a precise code point", '{{printf "%.1048577U" 1}}', "a string longer than 1 MiB"],
    [
      "escapes that grow",
      '{{$x := printf "%0400000d" 0}}{{js (print $x "<") | printf "%s%[1]s%[1]s"}}',
      "a string longer than 1 MiB",
    ],
    [
      "many large strings",
      '{{range 100}}{{$x := printf "%1000000d" 1}}{{end}}',
      "the strings made while rendering exceed 16 MiB",
    ],
    [
      "many slices",
      '{{$x := printf "%1000000d" 1}}{{range 100}}{{$y := slice $x 1}}{{end}}',
      "the strings made while rendering exceed 16 MiB",
    ],
    ["a large output", '{{range 11}}{{printf "%100000d" 1}}{{end}}', "the output is larger than 1 MiB"],
    ["a large output in bytes", `{{range 4}}${"日".repeat(100_000)}{{end}}`, "the output is larger than 1 MiB"],
  ])("refuses %s", (_, text, message) => {
    expect(() => rendered(text, MANY_KEYS)).toThrow(TemplateExecError);
    expect(() => rendered(text, MANY_KEYS)).toThrow(message);
  });

  it("allows what is just within them", () => {
    const deep =
      '{{define "d"}}{{if lt (len .) 249}}{{template "d" (print . "x")}}{{else}}{{len .}}{{end}}{{end}}{{template "d" ""}}';
    expect(rendered(deep)).toBe("249");
    expect(rendered('{{printf "%1048576d" 1}}')).toHaveLength(LIMITS.outputBytes);
    expect(rendered('{{range 15}}{{$x := printf "%1000000d" 1}}{{end}}')).toBe("");
    expect(rendered("日".repeat(349_525))).toHaveLength(349_525);
    expect(rendered("{{range 333333}}{{if 0}}{{end}}{{end}}")).toBe("");
  });

  it.each([
    ["long strings", '{{$x := printf "%1000000d" 1}}{{range 100000}}{{$l := len $x}}{{end}}'],
    ["small steps", "{{range 400000}}{{end}}"],
    ["one long call", `{{$x := print${" 1".repeat(140_000)}}}`],
  ])("looks at the clock during %s", (_, text) => {
    let looks = 0;
    const clock = () => 100 * looks++;
    expect(() => render(parse(text), {}, { now: clock })).toThrow("rendering took longer than 250 ms");
    expect(looks).toBe(4);
  });

  it("does not mind a render that takes 250 ms", () => {
    let looks = 0;
    expect(render(parse("{{range 100}}{{end}}x"), {}, { now: () => (looks++ === 0 ? 0 : 250) })).toBe("x");
    expect(looks).toBeGreaterThan(0);
  });

  it("takes less than 256 MB of heap for half a megabyte of the smallest actions, garbage included", () => {
    const before = process.memoryUsage().heapUsed;
    const templates = [parse("{{$a:=1}}".repeat(59_000))];
    expect(templates).toHaveLength(1);
    expect(process.memoryUsage().heapUsed - before).toBeLessThan(256 * 2 ** 20);
  });

  it("answers a stack that is already used up with its own error", () => {
    const template = parse(nested("{{if 1}}", 400, "x", "{{end}}"));
    const outcomes = new Set<string>();
    const dive = (): void => {
      try {
        render(template, {});
      } catch (error) {
        outcomes.add((error as Error).name);
      }
      dive();
    };
    expect(dive).toThrow(RangeError);
    expect([...outcomes].filter((name) => name !== "TemplateExecError" && name !== "RangeError")).toEqual([]);
    expect(outcomes).toContain("TemplateExecError");
  });
});
