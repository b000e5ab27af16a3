import fc from "fast-check";
import { describe, expect, it } from "vitest";
import {
  byteLength,
  compareBytes,
  fromBytes,
  normalise,
  toBytes,
  toOutput,
} from "../../../shared/go-template/bytes.ts";
import { floatText } from "../../../shared/go-template/format/float-text.ts";
import { quote, unquote } from "../../../shared/go-template/format/quote.ts";
import { parse } from "../../../shared/go-template/go-template.ts";
import { parseFloatLiteral } from "../../../shared/go-template/parse/number-literals.ts";
import { templateVariables } from "../../../shared/go-template/template-variables.ts";
import { render } from "../../../shared/go-template/text-template.ts";

const text = fc.string({ unit: "binary" });
const bytes = fc.uint8Array({ maxLength: 40 });
const finite = fc.double({ noNaN: true, noDefaultInfinity: true });

function rendered(template: string, data: Record<string, string> = {}): string {
  return render(parse(template), data);
}

describe("strings as bytes", () => {
  it("survive as any bytes", () => {
    fc.assert(
      fc.property(bytes, (raw) => {
        expect(toBytes(fromBytes(raw))).toEqual(raw);
      }),
    );
  });
  it("have the length of their bytes", () => {
    fc.assert(
      fc.property(bytes, (raw) => {
        expect(byteLength(fromBytes(raw))).toBe(raw.length);
      }),
    );
  });
  it("are whole again when two parts are joined", () => {
    fc.assert(
      fc.property(bytes, fc.nat(40), (raw, at) => {
        expect(normalise(fromBytes(raw.subarray(0, at)) + fromBytes(raw.subarray(at)))).toBe(fromBytes(raw));
      }),
    );
  });
  it("are ordered as their bytes", () => {
    fc.assert(
      fc.property(bytes, bytes, (a, b) => {
        expect(Math.sign(compareBytes(fromBytes(a), fromBytes(b)))).toBe(Math.sign(Buffer.compare(a, b)));
      }),
    );
    fc.assert(
      fc.property(text, text, (a, b) => {
        expect(Math.sign(compareBytes(a, b))).toBe(Math.sign(Buffer.compare(Buffer.from(a), Buffer.from(b))));
      }),
    );
  });
  it("leave as well-formed text", () => {
    fc.assert(
      fc.property(bytes, (raw) => {
        expect(toOutput(fromBytes(raw)).isWellFormed()).toBe(true);
      }),
    );
  });
  it("can be quoted and read back", () => {
    fc.assert(
      fc.property(bytes, (raw) => {
        expect(unquote(quote(fromBytes(raw)))).toBe(fromBytes(raw));
      }),
    );
    fc.assert(
      fc.property(bytes, (raw) => {
        expect(unquote(quote(fromBytes(raw), true))).toBe(fromBytes(raw));
      }),
    );
  });
});

describe("floats", () => {
  it("read back from every exact form", () => {
    fc.assert(
      fc.property(finite, fc.constantFrom("e", "f", "g", "x"), (value, verb) => {
        expect(parseFloatLiteral(floatText(value, verb, -1))).toBe(value);
      }),
    );
  });
  it("agree with toFixed and toExponential but for ties", () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-3, max: 1e15, noNaN: true }), fc.nat(12), (value, precision) => {
        const isTie = floatText(value, "f", 60)
          .slice(floatText(value, "f", precision || 1).length)
          .match(/^50*$/);
        fc.pre(isTie === null && precision > 0);
        expect(floatText(value, "f", precision)).toBe(value.toFixed(precision));
      }),
    );
  });
});

describe("templates", () => {
  it("render text without actions as it is", () => {
    fc.assert(
      fc.property(text, (plain) => {
        fc.pre(!plain.includes("{{"));
        expect(rendered(plain)).toBe(plain);
      }),
    );
  });
  it("render any value of a field", () => {
    fc.assert(
      fc.property(text, (value) => {
        expect(rendered("<{{.a}}>", { a: value })).toBe(`<${value}>`);
      }),
    );
  });
  it("find any key with index, and its value's length in bytes", () => {
    fc.assert(
      fc.property(text, text, (key, value) => {
        expect(rendered(`{{index . ${quote(key)}}}|{{len (index . ${quote(key)})}}`, { [key]: value })).toBe(
          `${value}|${Buffer.byteLength(value)}`,
        );
      }),
    );
  });
  it("put slices of a string together again", () => {
    fc.assert(
      fc.property(text, fc.nat(30), (value, at) => {
        const cut = Math.min(at, Buffer.byteLength(value));
        expect(rendered(`{{slice .a 0 ${cut}}}{{slice .a ${cut}}}`, { a: value })).toBe(value);
      }),
    );
  });
  it("add, and compare, integers of 64 bits exactly", () => {
    fc.assert(
      fc.property(fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), fc.bigInt(-(2n ** 63n), 2n ** 63n - 1n), (a, b) => {
        expect(rendered(`{{${a}}} {{lt ${a} ${b}}} {{eq ${a} ${a}}}`)).toBe(`${a} ${a < b} true`);
        expect(rendered(`{{printf "%x %o %b" ${a} ${a} ${a}}}`)).toBe(
          [16, 8, 2].map((base) => a.toString(base)).join(" "),
        );
      }),
    );
  });
});

describe("templateVariables()", () => {
  it.each([
    ["Hi {{.name}} {{.order}} {{.name}}", ["name", "order"]],
    ['{{$.b}}{{.a.c}}{{index . "first-name"}}{{index $ `x`}}', ["b", "a", "first-name", "x"]],
    ["{{if .a}}{{.b}}{{else if eq .c 1}}{{.d}}{{else}}{{.e}}{{end}}", ["a", "b", "c", "d", "e"]],
    ["{{with .a}}{{.b}}{{$.c}}{{else}}{{.d}}{{end}}", ["a", "c", "d"]],
    ["{{range $k, $v := .}}{{.x}}{{$v.y}}{{$.z}}{{else}}{{.w}}{{end}}", ["z", "w"]],
    ["{{with .}}{{.a}}{{end}}{{with $}}{{.b}}{{end}}{{with (.)}}{{.c}}{{end}}", ["a", "b", "c"]],
    ['{{printf "%s" (or .a (print .b)) | html}}{{(.).c}}{{($).d}}{{(index . "e").f}}', ["a", "b", "c", "d", "e"]],
    ['{{template "t" .}}{{.z}}{{define "t"}}{{.a}}{{$.b}}{{template "t" .}}{{end}}', ["z", "a", "b"]],
    ['{{define "t"}}{{.a}}{{end}}{{template "t" .}}{{.z}}', ["a", "z"]],
    ['{{define "t"}}{{.a}}{{end}}{{template "t" .b}}{{template "t"}}{{block "u" $}}{{.c}}{{end}}', ["b", "c"]],
    ["{{$x := .a}}{{$x.b}}{{$x = .c}}{{index .d 1}}{{index . .e}}{{index . 1}}{{len . }}", ["a", "c", "d", "e"]],
    ["plain {{1}} {{nil | print}} {{/* .a */}}", []],
  ])("%s", (template, names) => {
    expect(templateVariables(parse(template))).toEqual(names);
  });
});
