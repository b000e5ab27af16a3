import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { type Escaping, parse } from "../../../shared/go-template/go-template.ts";
import { render, renderAndName, TemplateExecError } from "../../../shared/go-template/text-template.ts";

type Data = Record<string, unknown>;

const shown = (text: string, json: Data, variables: Record<string, string> = {}) =>
  render(parse(text), variables, { json });
const html = (text: string, json: Data) => render(parse(text, undefined, { escape: "html" }), {}, { json });

/** Returns the missing names, even if the template fails. */
function missingIn(text: string, json: Data | undefined, escaping: Escaping = "none"): readonly string[] {
  try {
    return renderAndName(parse(text, undefined, { escape: escaping }), {}, { json }).missing;
  } catch (error) {
    if (error instanceof TemplateExecError) return error.missing;
    throw error;
  }
}

const json = fc.json({ maxDepth: 4 }).map((text): unknown => JSON.parse(text));

describe("values of JSON (D51)", () => {
  it("make a map of any values together with the variables, and of nothing else", () => {
    expect(shown("{{.a}} {{.b}} {{.}}", { b: 1 }, { a: "x" })).toBe("x 1 map[a:x b:1]");
    expect(shown('{{printf "%T" .}} {{index . "x"}}', {})).toBe("map[string]interface {} <no value>");
    expect(render(parse('{{printf "%T" .}} [{{index . "x"}}]'), { b: "1" })).toBe("map[string]string []");
  });

  it("have names that every object has only where they are given, at every depth", () => {
    const given = JSON.parse('{"__proto__":{"constructor":[{"toString":"t"}]},"o":{}}');
    expect(shown("{{range .__proto__.constructor}}{{.toString}}{{end}}", given)).toBe("t");
    expect(shown("{{.o.__proto__}} {{.o.constructor}} {{.constructor}} {{.o.hasOwnProperty}}", given)).toBe(
      "<no value> <no value> <no value> <no value>",
    );
    expect(shown("{{.__proto__}}", given, { x: "1" })).toBe("map[constructor:[map[toString:t]]]");
  });

  it("print every number as its shortest digits that read back as the same number", () => {
    fc.assert(
      fc.property(fc.double({ noNaN: true, noDefaultInfinity: true }), (n) => {
        const text = shown("{{.n}}", { n });
        expect(Number(text)).toBe(n);
        expect(text).toMatch(/^-?(\d+(\.\d+)?|\d(\.\d+)?e[+-]\d{2,3})$/);
        expect(shown('{{printf "%.0f" .n}}', { n: Math.trunc(n) })).toBe(
          Object.is(Math.trunc(n), -0) ? "-0" : BigInt(Math.trunc(n)).toString(),
        );
      }),
    );
  });

  it("are the same values in a script", () => {
    fc.assert(
      fc.property(json, (value) => {
        const script = html("<script>x={{.v}};</script>", { v: value });
        const inside = script.slice("<script>x=".length, -";</script>".length);
        expect(JSON.parse(inside)).toEqual(JSON.parse(JSON.stringify(value)));
        expect(inside).not.toMatch(/[<>&]/);
      }),
    );
  });

  it("print without what could end a text or an attribute", () => {
    fc.assert(
      fc.property(json, (value) => {
        const page = html('<p title="{{.v}}">{{.v}}</p>', { v: value });
        expect(page.match(/[<>"]/g)?.join("")).toBe('<""><>');
      }),
    );
  });

  it("are gone through, counted and found by the same order", () => {
    fc.assert(
      fc.property(fc.dictionary(fc.string({ unit: "binary" }), fc.integer()), (object) => {
        const keys = Object.keys(object).sort((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
        const text = "{{len .o}} {{range $k, $v := .o}}{{eq $v (index $.o $k)}} {{end}}{{range .o}}{{.}} {{end}}";
        const values = keys.map((key) => shown("{{.n}}", { n: object[key] }));
        const ends = (all: string[]) => all.map((one) => `${one} `).join("");
        expect(shown(text, { o: object })).toBe(`${keys.length} ${ends(keys.map(() => "true"))}${ends(values)}`);
      }),
    );
  });
});

describe("the names of what is missing", () => {
  const order = {
    order: { id: null, lines: [{}, { name: "Tea" }, null] },
    prices: { a: { net: 1 }, b: {} },
    none: null,
  };
  it.each<[text: string, missing: string[]]>([
    ["{{.order.id}} {{.order.total}} {{.order.total}} {{.x.y}}", ["order.id", "order.total", "x"]],
    [
      "{{range .order.lines}}{{if .}}{{.name}}{{end}}{{end}}{{range .prices}}{{$y := .}}{{$y.net}}{{end}}",
      ["prices[].net"],
    ],
    ["{{range .order.lines}}{{.}}{{end}}", ["order.lines[]"]],
    ["{{range $i, $line := .order.lines}}{{if lt $i 2}}{{$line.name}}{{end}}{{end}}", ["order.lines[].name"]],
    ["{{range .prices}}{{.net}}{{end}}", ["prices[].net"]],
    ["{{with .order}}{{.total}}{{end}}", ["order.total"]],
    ["{{$o := .order}}{{$o.total}}{{$x := .x}}{{$x.y}}", ["order.total", "x"]],
    ['{{define "t"}}{{.total}}{{$.id}}{{end}}{{template "t" .order}}', ["order.total", "order.id"]],
    ["{{range .none}}{{end}}{{range .x}}{{end}}{{if .none}}{{end}}{{with .order.id}}{{end}}", []],
    ['{{index . "x"}}{{index .order "x"}}{{index .order.lines 2}}', []],
    ["{{(index .order.lines 0).name}}", ["order.lines[].name"]],
    ["{{print .none}}{{len .order.id}}", ["none", "order.id"]],
    ['{{printf .none "x"}}', ["none"]],
    ["{{.none.x}}", ["none"]],
    ["{{(.none).x}}{{or .none .x}}", ["none", "x"]],
    ["{{range .order.lines}}{{.name}}{{end}}", ["order.lines[].name", "order.lines[]"]],
    ["{{range .}}{{if .}}{{.id}}{{end}}{{end}}", ["[].id"]],
  ])("of %s", (text, missing) => {
    expect(missingIn(text, order)).toEqual(missing);
  });

  it("are the same where the output is escaped", () => {
    expect(missingIn("<p title='{{.order.id}}'>{{range .prices}}{{.net}}{{end}}</p>", order, "html")).toEqual([
      "order.id",
      "prices[].net",
    ]);
  });

  it("are at most 1 MiB together, however the template goes through the data", () => {
    const long = "n".repeat(20_000);
    const nested = Object.fromEntries(Array.from({ length: 30 }, (_, i) => [`k${i}`, { [`k${i}`]: {} }]));
    const fields = Object.keys(nested).flatMap((a) => [`{{$.${long}.${a}.x}}`, `{{$.${long}.${a}.${a}.x}}`]);
    const text = fields.join("");
    expect(() => shown(text, { [long]: nested })).toThrow("the names of missing values are longer than 1 MiB");
  });
});

describe("a value of another type", () => {
  it.each<[text: string, message: string]>([
    ["{{.none.x}}", "at <.none.x>: nil pointer evaluating interface {}.x"],
    ["{{.n.x}}", "can't evaluate field x in type interface {}"],
    ["{{range .list}}{{.x}}{{end}}", "can't evaluate field x in type interface {}"],
    ["{{range $v := .list}}{{$v.x}}{{end}}", "can't evaluate field x in type interface {}"],
    ["{{range .list}}{{with .}}{{.x}}{{end}}{{end}}", "can't evaluate field x in type string"],
    ["{{$v := .s}}{{$v.x}}", "can't evaluate field x in type string"],
    ["{{len .none}}", "error calling len: len of nil pointer"],
    ["{{.none | len}}", "error calling len: reflect: call of reflect.Value.Type on zero Value"],
    ['{{index .o "x" "y"}}', "error calling index: index of nil pointer"],
    ['{{printf .n "x"}}', "wrong type for value; expected string; got float64"],
    ['{{printf .none "x"}}', "wrong type for value; expected string; got interface {}"],
    ["{{range .n}}{{end}}", "range can't iterate over 3"],
    ["{{slice .list 0 2}}", "error calling slice: index out of range: 2"],
  ])("fails in Go's words: %s", (text, message) => {
    expect(() => shown(text, { none: null, n: 3, s: "s", list: ["a"], o: {} })).toThrow(message);
  });
});

describe("hasExponent", () => {
  const has = (text: string, data: Data) => renderAndName(parse(text), {}, { json: data }).hasExponent;
  it("says that a number was printed with an exponent that nobody asked for", () => {
    expect(has("{{.n}}", { n: 1_000_000 })).toBe(true);
    expect(has("{{.list}}", { list: [[1e-7]] })).toBe(true);
    expect(has('{{printf "%v" .n}}', { n: 1e21 })).toBe(true);
    expect(has("{{.n}}{{.s}}", { n: 999_999, s: "1e+06" })).toBe(false);
    expect(has('{{printf "%.0f %e %g" .n .n .n}}', { n: 1e6 })).toBe(false);
    expect(has("{{if .n}}x{{end}}", { n: 1e6 })).toBe(false);
  });
});
