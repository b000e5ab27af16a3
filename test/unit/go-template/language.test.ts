import { describe, expect, it } from "vitest";
import { emailDialect } from "../../../shared/go-template/dialects.ts";
import { parse } from "../../../shared/go-template/go-template.ts";
import {
  httpProviderDialect,
  render,
  TemplateExecError,
  TemplateParseError,
} from "../../../shared/go-template/text-template.ts";
import { show } from "./vectors.ts";

const DATA = { name: "Ada", empty: "", b: "2", a: "1" };

type Row = readonly [template: string, shown: string];

const AREAS: Readonly<Record<string, readonly Row[]>> = {
  "text, comments and trim markers": [
    ["a {{- 1 -}} b", "a1b"],
    ["a {{-1}} b", "a -1 b"],
    [" \t\r\n{{- /* c */ -}}\r\n\t x", "x"],
    ["a{{/* } {{ */}}b", "ab"],
    ["{{- 1}}{{2 -}} ", "12"],
    ["{{/* a */}}{{/* b */}} {{- 1}}", "1"],
    ["a\u00a0{{- 1}}", "a\u00a01"],
    ["{{1 \n -}} x", "1x"],
    ["{ {{1}} }", "{ 1 }"],
    ["{{print 1 -}}", "1"],
  ],
  "parse errors name the line of the mistake": [
    ["a\nb{{", "template: x:2: unclosed action"],
    ["a\nb{{.x\n", "template: x:3: unclosed action started at x:2"],
    ['{{\n\n"x}}', "template: x:3: unterminated quoted string in action started at x:1"],
    ["{{\n`a", "template: x:2: unterminated raw quoted string in action started at x:1"],
    ["\n{{/* a\n", "template: x:2: unclosed comment"],
    ["{{if 1}}\n{{else}}\n{{else}}{{end}}", "template: x:3: expected end; found {{else}}"],
    ["{{range .}}\n", "template: x:2: unexpected EOF"],
    ['{{define "a"}}1{{end}}\n{{define "a"}}2{{end}}', 'template: x:2: template: multiple definition of template "a"'],
    ['\n\n{{define "x"}}D{{end}}main', 'template: x:3: template: multiple definition of template "x"'],
    ['{{block "a" .}}\n{{else}}{{end}}', "template: x:1: unexpected {{else}} in block clause"],
    ["{{abcdefghijk}}", 'template: x:1: function "abcdefghijk" not defined'],
    ['{{1 "abcdefghijk" )}}', "template: x:1: unexpected right paren"],
    ["{{template abcdefghijk}}", 'template: x:1: unexpected "abcdefghij"... in template clause'],
    ["{{end\n1}}", 'template: x:2: unexpected "1" in end'],
    ["{{continue}}", "template: x:1: {{continue}} outside {{range}}"],
    ["{{range .}}{{continue 1}}{{end}}", 'template: x:1: unexpected "1" in {{continue}}'],
    ['{{range .}}{{define "a"}}{{end}}{{end}}', "template: x:1: unexpected <define> in command"],
    ["{{$x.y}}", 'template: x:1: undefined variable "$x"'],
    ["{{range $a, $b, $c := .}}{{end}}", "template: x:1: too many declarations in range"],
    ["{{if $a, $b := .}}{{end}}", "template: x:1: too many declarations in if"],
    ["{{range $a, 1}}{{end}}", "template: x:1: range can only initialize variables"],
    ["{{1 | print | 2}}", "template: x:1: non executable command in pipeline stage 3"],
    ["{{1 | nil}}", "template: x:1: non executable command in pipeline stage 2"],
    ["{{1 | . 2}}", "template: x:1: non executable command in pipeline stage 2"],
    ["{{nil.a}}", 'template: x:1: unexpected . after term "nil"'],
    ["{{\u00e9\u00a0}}", "template: x:1: bad character U+00A0"],
    ["{{\u{1F600}}}", "template: x:1: unrecognized character in action: U+1F600 '😀'"],
    ["{{.\u{10400}\u{10400}}}", "<no value>"],
  ],
  "variables and scope": [
    ["{{$x := 1}}{{if true}}{{$x = 2}}{{$x := 3}}{{$x}}{{end}}{{$x}}", "32"],
    ['{{if $x := ""}}{{else}}[{{$x}}]{{end}}', "[]"],
    ["{{$x := 1}}{{range $x := 2}}{{$x}}{{end}}{{$x}}", "011"],
    ["{{$x := 0}}{{and false ($x := 1)}}{{$x}}", "false0"],
    ["{{and false ($x := 1)}}{{$x}}", 'template: x:1:25: executing "x" at <$x>: undefined variable: $x'],
    ['{{$x := 1}}{{template "t"}}{{define "t"}}{{$x := 2}}{{$x}}{{end}}{{$x}}', "21"],
    [
      '{{define "t"}}{{$x = 1}}{{end}}{{$x := 2}}{{template "t"}}',
      'template: x:1:21: executing "t" at <1>: undefined variable: $x',
    ],
    ['{{$ := 5}}{{$}}{{template "t" 6}}{{define "t"}}{{$}}{{end}}', "56"],
    ["{{$x := $}}{{$x.name}}", "Ada"],
    ["{{($y := 4)}}{{$y}}", "44"],
    ["{{with $x := .name}}{{$x}}{{.}}{{$.b}}{{end}}", "AdaAda2"],
    ['{{range $i, $v := .}}{{$v = "z"}}{{$i}}{{$v}} {{end}}', "az bz emptyz namez "],
  ],
  "branches and loops": [
    ['{{range .}}{{if eq . "2"}}{{continue}}{{end}}{{.}};{{end}}', "1;;Ada;"],
    ["{{range $k, $v := .}}{{with $v}}{{break}}{{end}}x{{end}}y", "y"],
    ["{{range 3}}{{range 3}}{{if .}}{{break}}{{end}}{{.}}{{end}}{{.}} {{end}}", "00 01 02 "],
    ["{{range 0}}{{else}}none{{end}}", "none"],
    ["{{range .missing}}{{else}}none{{end}}", "none"],
    ['{{range $i := index "\\x03" 0}}{{printf "%T%d " $i $i}}{{end}}', "uint80 uint81 uint82 "],
    ['{{range $i := 2}}{{printf "%T" $i}}{{end}}', "intint"],
    [
      "{{range $a, $b := 2}}{{end}}",
      `template: x:1:18: executing "x" at <2>: can't use 2 to iterate over more than one variable`,
    ],
    ["{{range 9000000000000000000}}{{break}}{{end}}ok", "ok"],
    ["{{$k := 0}}{{$v := 0}}{{range $k, $v = .}}{{end}}{{$k}}{{$v}}", "nameAda"],
    ["{{with .empty}}1{{else with .b}}{{.}}{{else}}3{{end}}", "2"],
    ["{{if .empty}}1{{else if .missing}}2{{else}}3{{end}}", "3"],
    ["{{range .}}{{else}}{{end}}{{range . | len}}{{.}}{{end}}", "0123"],
    ['{{template "t" .}}{{define "t"}}{{range .}}{{break}}{{end}}{{.name}}{{end}}', "Ada"],
  ],
  definitions: [
    ['{{define "x"}}D{{end}} ', "D"],
    ['{{define "a"}}{{/* c */}} {{end}}{{define "a"}}A{{end}}{{template "a"}}', "A"],
    ['{{block "a" .name}}{{.}}{{end}}{{template "a" 1}}', "Ada1"],
    ['{{template "a" .}}{{define "a"}}{{template "b" .b}}{{end}}{{define "b"}}{{.}}{{$}}{{end}}', "22"],
    ['{{template "no\\n"}}', 'template: x:1:11: executing "x" at <{{template "no\\n"}}>: template "no\\n" not defined'],
    [
      '{{template `a`}}{{define "a"}}{{.name}}{{len .}}{{end}}',
      'template: x:1:41: executing "a" at <len .>: error calling len: reflect: call of reflect.Value.Type on zero Value',
    ],
  ],
  "names that JavaScript objects have": [
    ["{{.constructor}}{{.__proto__}}{{.toString}}", "<no value><no value><no value>"],
    ['{{index . "constructor"}}|{{index . "__proto__"}}', "|"],
    ["{{with $.hasOwnProperty}}yes{{else}}no{{end}}", "no"],
    ["{{constructor}}", 'template: x:1: function "constructor" not defined'],
    ["{{__proto__}}", 'template: x:1: function "__proto__" not defined'],
    [
      '{{template "constructor"}}',
      'template: x:1:11: executing "x" at <{{template "constructor"}}>: template "constructor" not defined',
    ],
  ],
  comparison: [
    ['{{lt "\\uff5e" "😀"}}{{lt "a" "ab"}}{{lt "ab" "a"}}{{gt "\\xff" "\\xfe"}}', "truetruefalsetrue"],
    ['{{lt "\\xc3" "é"}}{{lt "é" "\\xff"}}{{le "é" "\\xc3\\xa9"}}', "truetruetrue"],
    ['{{eq (index "a" 0) 97}}{{lt (index "a" 0) 98}}{{ge 1 (index "a" 0)}}', "truetruefalse"],
    ["{{eq 1i 1i}}{{eq 1i 2i}}{{ne 1+2i 1+3i}}{{eq 2+1i 1+1i}}", "truefalsetruefalse"],
    ["{{lt 1.5 2.5}}{{ge 2.5 2.5}}{{le 2.6 2.5}}{{gt 2 1}}", "truetruefalsetrue"],
    ["{{eq . nil}}{{eq nil .}}{{eq nil nil}}{{eq .missing nil}}", "falsefalsetruetrue"],
    ['{{eq true nil}}{{eq "" nil}}{{ne nil 1}}', "falsefalsetrue"],
    ["{{lt 1i 2i}}", 'template: x:1:2: executing "x" at <lt 1i 2i>: error calling lt: invalid type for comparison'],
    ["{{lt . 1}}", 'template: x:1:2: executing "x" at <lt . 1>: error calling lt: invalid type for comparison'],
    ["{{lt 1 nil}}", 'template: x:1:2: executing "x" at <lt 1 nil>: error calling lt: invalid type for comparison'],
    [
      "{{lt true 1}}",
      'template: x:1:2: executing "x" at <lt true 1>: error calling lt: incompatible types for comparison: bool and int',
    ],
  ],
  "bytes, index and slice": [
    ['{{len "日本"}}{{len "\\xff\\xfeé"}}{{len "😀"}}', "644"],
    ['{{printf "%x" (slice "é日😀" 1 6)}}', "a9e697a5f0"],
    ['{{slice "日本" 0 3}}{{slice "日本" 3}}{{slice "abc" 1 1}}|', "日本|"],
    ['{{print (slice "é" 0 1) (slice "é" 1)}}', "é"],
    ['{{len (print "\\xc3" "\\xa9")}}{{eq (print "\\xf0\\x9f" "\\x98\\x80") "😀"}}', "2true"],
    ['{{index "é" 0}} {{index "é" 1}} {{index "ab" 1}}', "195 169 98"],
    [
      '{{printf "%q" "\\xed\\xa0\\x80\\xc0\\x80\\xf4\\x90\\x80\\x80\\xe0\\x80\\x80"}}',
      '"\\xed\\xa0\\x80\\xc0\\x80\\xf4\\x90\\x80\\x80\\xe0\\x80\\x80"',
    ],
    [
      '{{printf "%q" "\\xef\\xbf\\xbf\\xf0\\x90\\x80\\x80\\xf4\\x8f\\xbf\\xbf\\xe0\\xa0\\x80\\xc2\\x80"}}',
      '"\\uffff𐀀\\U0010ffffࠀ\\u0080"',
    ],
    ['{{"\\xff"}}{{"\\xe6\\x97"}}|', "\ufffd\ufffd\ufffd|"],
    [
      '{{slice "abc" 4}}',
      'template: x:1:2: executing "x" at <slice "abc" 4>: error calling slice: index out of range: 4',
    ],
    [
      '{{slice "abc" 2 1}}',
      'template: x:1:2: executing "x" at <slice "abc" 2 1>: error calling slice: invalid slice index: 2 > 1',
    ],
    [
      '{{index "é" 2}}',
      'template: x:1:2: executing "x" at <index "é" 2>: error calling index: reflect: string index out of range',
    ],
    ['{{index . "name" 1}}', "100"],
    [
      '{{index "abc" nil}}',
      'template: x:1:2: executing "x" at <index "abc" nil>: error calling index: cannot index slice/array with nil',
    ],
    ["é{{.name.x}}", `template: x:1:9: executing "x" at <.name.x>: can't evaluate field x in type string`],
  ],
  escapers: [
    ['{{html "a<b>&\'\\"\\x00c"}}', "a&lt;b&gt;&amp;&#39;&#34;\ufffdc"],
    [
      '{{js "a\\\\\'\\"<>&=\\n\\x7fé\\u00ad\\u200b\\xff|"}}',
      "a\\\\\\'\\\"\\u003C\\u003E\\u0026\\u003D\\u000A\x7fé\\u00AD\\u200B\ufffd|",
    ],
    ['{{js "\\U000e0001"}}', "\\uE0001"],
    ['{{urlquery "a-b_c.d~e f/é😀\\xff"}}', "a-b_c.d~e+f%2F%C3%A9%F0%9F%98%80%FF"],
    ['{{urlquery "  "}}{{html 1 "<" 2}}{{js nil}}', "++1&lt;2\\u003Cno value\\u003E"],
    ["{{html}}{{js}}{{urlquery}}|", "|"],
    ["{{html true}}{{html .}}", "truemap[a:1 b:2 empty: name:Ada]"],
  ],
  calls: [
    ["{{call 1}}", 'template: x:1:2: executing "x" at <call 1>: error calling call: non-function 1 of type int'],
    ['{{"f" | call}}', 'template: x:1:8: executing "x" at <call>: error calling call: non-function f of type string'],
    [
      "{{1 | call}}",
      'template: x:1:6: executing "x" at <call>: error calling call: non-function <int Value> of type int',
    ],
    [
      "{{call (print 1)}}",
      'template: x:1:2: executing "x" at <call (print 1)>: error calling call: non-function print 1 of type string',
    ],
    ["{{call .missing}}", 'template: x:1:2: executing "x" at <call .missing>: error calling call: call of nil'],
    ["{{not 1 2}}", 'template: x:1:2: executing "x" at <not>: wrong number of args for not: want 1 got 2'],
    ["{{1 | not 2}}", 'template: x:1:6: executing "x" at <not>: wrong number of args for not: want 1 got 2'],
    ["{{index}}", 'template: x:1:2: executing "x" at <index>: wrong number of args for index: want at least 1 got 0'],
    ["{{printf (nil)}}", 'template: x:1:10: executing "x" at <nil>: nil is not a command'],
    ["{{printf (1)}}", 'template: x:1:10: executing "x" at <1>: wrong type for value; expected string; got int'],
    ["{{.missing | printf}}", 'template: x:1:13: executing "x" at <printf>: invalid value; expected string'],
    [
      "{{print (1) (.name) (print).x}}",
      `template: x:1:21: executing "x" at <print>: can't evaluate field x in type string`,
    ],
    ['{{or .empty "" .b}}{{and 1 .empty 2}}|{{1 | and 2}}{{0 | or 0}}', "2|10"],
    [
      "{{9223372036854775808 | print}}",
      'template: x:1:2: executing "x" at <9223372036854775808>: 9223372036854775808 overflows int',
    ],
    [
      "{{(1 | print) 2}}",
      `template: x:1:2: executing "x" at <(1 | print) 2>: can't give argument to non-function 1 | print`,
    ],
  ],
};

describe.each(Object.entries(AREAS))("%s", (_, rows) => {
  it.each(rows)("%j", (template, shown) => {
    expect(show(template, DATA)).toBe(shown);
  });
});

describe("parse()", () => {
  it("tells the line, the column in bytes and the name it was given", () => {
    let caught: unknown;
    try {
      parse("a\né{{bogus}}", emailDialect, { name: "body" });
    } catch (error) {
      caught = error;
    }
    expect(caught).toBeInstanceOf(TemplateParseError);
    expect(caught).toMatchObject({
      name: "TemplateParseError",
      message: 'template: body:2: function "bogus" not defined',
      line: 2,
      column: 4,
    });
  });

  it("words the specification's example as Go does", () => {
    expect(() => parse("\n\n{{.x }a}}", emailDialect, { name: "body" })).toThrow(
      'template: body:3: unexpected "}" in operand',
    );
  });

  it("replaces lone surrogates of the text", () => {
    expect(render(parse('a\ud800{{"\udcff"}}'))).toBe("a\ufffd\ufffd");
  });

  it("cuts a message that would be huge", () => {
    const message = show(`{{${"a".repeat(100_000)}}}`);
    expect(message.length).toBeLessThan(2100);
    expect(message.endsWith("...")).toBe(true);
  });
});

describe("render()", () => {
  it("takes absent data for an empty map, and never the same template differently", () => {
    const template = parse("{{.}}{{len .}}{{$x := .a}}{{$x}}");
    expect([render(template), render(template, null), render(template, {})]).toEqual(
      Array.from({ length: 3 }, () => "map[]0<no value>"),
    );
    expect(render(template, { a: "1" })).toBe("map[a:1]11");
  });

  it("sees own properties only and takes __proto__ for an ordinary name", () => {
    const data = JSON.parse('{"__proto__":"p","constructor":"c"}');
    expect(show('{{.__proto__}}{{.constructor}}{{index . "__proto__"}}', data)).toBe("pcp");
    expect(show("{{.a}}{{len .}}", Object.create({ a: "inherited" }))).toBe("<no value>0");
  });

  it("replaces lone surrogates of the data before it counts bytes", () => {
    expect(show("{{.a}}{{len .a}}{{range .}}{{len .}}{{end}}", { a: "\udcff" })).toBe("\ufffd33");
  });

  it("orders keys by bytes", () => {
    expect(show("{{range $k, $v := .}}{{$k}}{{end}}{{.}}", { "😀": "1", "～": "2", z: "3", Z: "" })).toBe(
      "Zz～😀map[Z: z:3 ～:2 😀:1]",
    );
  });

  it("fails with its own error", () => {
    expect(() => render(parse("{{len 1}}"))).toThrow(TemplateExecError);
  });
});

describe("httpProviderDialect", () => {
  const HTTP = { To: "t@x.y", CC: ["a", "b", "c"], Subject: "s", Body: '<b>\u2028\x07\b\f\n\r\t"\\&é', APIKey: "k" };

  it.each([
    [
      "{{json .CC}}{{json .BCC}}{{json .Body}}",
      '["a","b","c"]null"\\u003cb\\u003e\\u2028\\u0007\\b\\f\\n\\r\\t\\"\\\\\\u0026é"',
    ],
    ['{{json true}}{{json 1}}{{json 1.5}}{{json -0.0}}{{json nil}}{{json (index "a" 0)}}', "true11.5-0null97"],
    ['{{json 1e21}} {{json 1e-7}} {{json 100.0}} {{json "\\xff"}}', '1e+21 1e-7 100 "\ufffd"'],
    ["{{slice .CC 1 2}}{{slice (slice .CC 0 1) 0 3}}{{slice .CC 0 1 2}}{{len (slice .CC 1)}}", "[b][a b c][a]2"],
    [
      "{{slice (slice .CC 0 1 2) 0 3}}",
      'template: x:1:2: executing "x" at <slice (slice .CC 0 1 2) 0 3>: error calling slice: index out of range: 3',
    ],
    [
      "{{slice .CC 0 2 1}}",
      'template: x:1:2: executing "x" at <slice .CC 0 2 1>: error calling slice: invalid slice index: 2 > 1',
    ],
    ["{{range $i, $c := .CC}}{{$i}}{{$c}}{{end}}{{index .CC 1}}{{len .CC}}", "0a1b2cb3"],
    ["{{range .BCC}}{{else}}none{{end}}{{if .CC}}y{{end}}{{if .BCC}}{{else}}n{{end}}{{if .}}s{{end}}", "noneyns"],
    ["{{eq .BCC nil}}{{eq .CC nil}}{{eq nil .BCC}}{{eq .BCC .CC}}", "truefalsetruefalse"],
    ['{{printf "%#v %#v %T %v" .CC .BCC .CC .CC}}', '[]string{"a", "b", "c"} []string(nil) []string [a b c]'],
    ['{{printf "%v" .}}', '{t@x.y [a b c] [] s <b>\u2028\x07\b\f\n\r\t"\\&é    k}'],
    ['{{printf "%#v" (slice .CC 1)}}{{print .CC 1 .CC}}', '[]string{"b", "c"}[a b c] 1 [a b c]'],
    ["{{.Nope}}", `template: x:1:2: executing "x" at <.Nope>: can't evaluate field Nope in type main.HTTPData`],
    [
      "{{.constructor}}",
      `template: x:1:2: executing "x" at <.constructor>: can't evaluate field constructor in type main.HTTPData`,
    ],
    ["{{.To 1}}", 'template: x:1:2: executing "x" at <.To>: To has arguments but cannot be invoked as function'],
    ["{{.Nope 1}}", `template: x:1:2: executing "x" at <.Nope>: can't evaluate field Nope in type main.HTTPData`],
    [
      "{{index .CC 3}}",
      'template: x:1:2: executing "x" at <index .CC 3>: error calling index: reflect: slice index out of range',
    ],
    [
      "{{eq . .CC}}",
      'template: x:1:2: executing "x" at <eq . .CC>: error calling eq: non-comparable types {t@x.y [a b c] [] s <b>\u2028\x07\b\f\n\r\t"\\&é    k}: main.HTTPData, []string: [a b c]',
    ],
    ["{{len .}}", 'template: x:1:2: executing "x" at <len .>: error calling len: len of type main.HTTPData'],
    [
      "{{json 1i}}",
      'template: x:1:2: executing "x" at <json 1i>: error calling json: json: unsupported type: complex128',
    ],
    ["{{json . | len}}", "166"],
  ])("%s", (template, shown) => {
    expect(show(template, HTTP, "http")).toBe(shown);
  });

  it("refuses data of another shape with its own error", () => {
    expect(() => render(parse("", httpProviderDialect), { To: 1 })).toThrow("template: To must be a string");
    expect(() => render(parse("", httpProviderDialect), { CC: ["a", 1] })).toThrow(
      "template: CC must be a list of strings",
    );
    expect(() => render(parse("", httpProviderDialect), { CC: "a" })).toThrow(TemplateExecError);
  });

  it("is the only one with json", () => {
    expect(show("{{json 1}}")).toBe('template: x:1: function "json" not defined');
  });
});
