import vm from "node:vm";
import fc from "fast-check";
import { defaultTreeAdapter, html as names, parseFragment } from "parse5";
import { describe, expect, it } from "vitest";
import { html, readHtmlVectors } from "./html-vectors.ts";
import { STRICTER } from "./stricter-vectors.ts";

const { data, vectors } = readHtmlVectors();
const NASTY = [
  ...(data[0] ?? []).map(({ x = "" }) => x),
  "'-alert(1)-'",
  '"><img src=x onerror=alert(1)>',
  "--><script>alert(1)</script>",
  "</textarea><b>",
  "`;alert(1)//",
  "&#106;avascript:x",
  " javascript:x",
  "\u0001javascript:x",
  "java\tscript:x",
  "\u2028alert(1)",
  "]]><x>",
  "<![CDATA[",
  "*/alert(1)/*",
  "x:expression(alert(1))",
  "\\27 \\28 ",
  "</ScRiPt/x>",
  "<!--<script>",
];
/** Generates a whole string that is known to be nasty, or a mixture of parts of such strings. */
const value = fc.oneof(
  fc.constantFrom(...NASTY),
  fc
    .array(fc.constantFrom(...NASTY, "<", ">", '"', "'", "`", "\\", "/", "$", "{", "=", " ", "&"), { maxLength: 4 })
    .map((all) => all.join("")),
  fc.string({ unit: "binary" }),
);

type Shape = readonly unknown[];

/** Returns elements with the names of their attributes, and comments. Texts and values do not count. */
function shapeOf(node: Parameters<typeof defaultTreeAdapter.getChildNodes>[0]): Shape {
  return defaultTreeAdapter.getChildNodes(node).flatMap((child): Shape => {
    if (defaultTreeAdapter.isCommentNode(child)) return ["comment"];
    if (!defaultTreeAdapter.isElementNode(child)) return [];
    const attributes = child.attrs.map(({ name }) => name);
    const content = child.tagName === names.TAG_NAMES.TEMPLATE ? [] : shapeOf(child);
    return [[child.tagName, attributes, content]];
  });
}

function shape(text: string): string {
  return JSON.stringify(shapeOf(parseFragment(text)));
}

function elementOf(text: string) {
  const [first] = parseFragment(text).childNodes;
  if (first === undefined || !defaultTreeAdapter.isElementNode(first)) throw new Error(`no element in ${text}`);
  return first;
}

function attributeOf(text: string): string {
  return elementOf(text).attrs[0]?.value ?? "";
}

function contentOf(text: string): string {
  return elementOf(text)
    .childNodes.map((child) => (defaultTreeAdapter.isTextNode(child) ? child.value : ""))
    .join("");
}

/** Returns a text as a parser of HTML reads it: every line end is a line feed. The escaping replaces NUL. */
function asParsed(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").replaceAll("\0", "\uFFFD");
}

/** In these templates, values are names or parts of one. */
const AS_NAME = /^<input [^"]*\{\{|^<a\/|^<a a\{/;
const POSITIONS = vectors.filter(
  ({ d, t, outs }) => d === 0 && outs !== undefined && !AS_NAME.test(t) && !STRICTER.has(t),
);

describe("whatever the value", () => {
  it.each(POSITIONS.map(({ t }) => t))("a parser of HTML sees the same elements and attributes in %j", (template) => {
    const harmless = shape(html(template, { x: "a" }));
    fc.assert(
      fc.property(value, (x) => {
        expect(shape(html(template, { x }))).toBe(harmless);
      }),
      { numRuns: 60, examples: NASTY.map((x): [string] => [x]) },
    );
  });
  it("covers enough places", () => {
    expect(POSITIONS.length).toBeGreaterThan(100);
  });
  it.each(["<input {{.x}}>", "<input a{{.x}}>", "<input {{.x}}=b>", '<input data-{{.x}}="b" c>'])(
    "a name in %j stays a plain name",
    (template) => {
      fc.assert(
        fc.property(value, (x) => {
          const { attrs } = elementOf(html(template, { x }));
          const harmless = elementOf(html(template, { x: "q" })).attrs;
          expect(attrs.map((each) => each.value)).toEqual(harmless.map((each) => each.value));
          for (const { name } of attrs) expect(name).toMatch(/^(data-)?[a-z0-9]+$/);
          expect(attrs[0]?.name).not.toMatch(/^on|^(href|src|style)$/);
        }),
        { examples: NASTY.map((x): [string] => [x]) },
      );
    },
  );
});

describe("a value comes back", () => {
  const isBack = (read: (x: string) => unknown, wanted: (x: string) => unknown = (x) => x.toWellFormed()) =>
    fc.assert(
      fc.property(value, (x) => {
        expect(read(x)).toEqual(wanted(x));
      }),
      { examples: NASTY.map((x): [string] => [x]) },
    );
  const run = (script: string): unknown => vm.runInNewContext(script);

  it("from text and from attributes", () => {
    isBack((x) => contentOf(html("<p>{{.x}}</p>", { x })), asParsed);
    isBack((x) => contentOf(html("<title>{{.x}}</title>", { x })), asParsed);
    isBack((x) => attributeOf(html('<p title="{{.x}}">', { x })), asParsed);
    isBack((x) => attributeOf(html("<p title='{{.x}}'>", { x })), asParsed);
  });
  it("from an attribute without quotation marks, where it is not empty", () => {
    isBack(
      (x) => attributeOf(html("<p title={{.x}}>", { x })),
      (x) => (x === "" ? "ZgotmplZ" : x.toWellFormed().replaceAll("\0", "\uFFFD")),
    );
  });
  it.each([
    ["an expression", "<script>{{.x}}</script>"],
    ["an operand", "<script>''+{{.x}}+''</script>"],
    ["a string", '<script>"{{.x}}"</script>'],
    ["a string in apostrophes", "<script>'{{.x}}'</script>"],
    ["a template literal", "<script>`{{.x}}`</script>"],
    ["an expression in a template literal", "<script>`${ {{.x}} }`</script>"],
  ])("from %s of a script", (_, template) => {
    isBack((x) => run(contentOf(html(template, { x }))));
  });
  it.each([
    ["an expression", '<p onclick="{{.x}}">'],
    ["a string", "<p onclick='\"{{.x}}\"'>"],
    ["a string in references", '<p onclick="&quot;{{.x}}&#39;&quot;">'],
    ["a value without quotation marks", "<p onclick={{.x}}>"],
  ])("from %s of an event handler", (_, template) => {
    const end = template.includes("&#39;") ? "'" : "";
    isBack(
      (x) => run(attributeOf(html(template, { x }))),
      (x) => x.toWellFormed() + end,
    );
  });
  it("from a regular expression, which matches it literally", () => {
    isBack(
      (x) => run(`${contentOf(html("<script>/^{{.x}}$/.test</script>", { x }))}(${JSON.stringify(x.toWellFormed())})`),
      () => true,
    );
  });
  it("from JSON", () => {
    isBack(
      (x) => JSON.parse(contentOf(html('<script type="application/json">{"a":{{.x}}}</script>', { x }))),
      (x) => ({
        a: x.toWellFormed(),
      }),
    );
  });
  it("from the query of a URL", () => {
    isBack((x) => decodeURIComponent(attributeOf(html('<a href="?a={{.x}}">', { x })).slice(3)));
    isBack((x) => decodeURIComponent(attributeOf(html("<a href=#{{.x}}b>", { x: `a${x}` })).slice(2, -1)));
  });
  it("as an address of http, https or mailto only", () => {
    fc.assert(
      fc.property(value, (x) => {
        // An address without a host, such as `//`, leads nowhere.
        const url = URL.parse(attributeOf(html('<a href="{{.x}}">', { x })), "https://base.example/");
        expect(["http:", "https:", "mailto:", undefined]).toContain(url?.protocol);
      }),
      { examples: [...NASTY, "//"].map((x): [string] => [x]) },
    );
  });
  it("as one value of a style, without its brackets and ends", () => {
    fc.assert(
      fc.property(value, (x) => {
        const [, shown = ""] = /^color:([\s\S]*);$/.exec(attributeOf(html('<p style="color:{{.x}};">', { x }))) ?? [];
        expect(shown).not.toMatch(/[;{}()"'\\/@<>[\]`]|--/);
      }),
      { examples: NASTY.map((x): [string] => [x]) },
    );
  });
});
