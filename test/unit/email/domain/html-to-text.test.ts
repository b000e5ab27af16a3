import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { htmlToText } from "../../../../shared/email/domain/html-to-text.ts";
import { growth, MOST_LINEAR_GROWTH } from "../../../support/growth.ts";

const MEBIBYTE = 1_048_576;

const TABLE: readonly (readonly [string, string, string])[] = [
  ["paragraphs", "<p>One</p><p>Two</p>", "One\n\nTwo"],
  ["collapsed white space", "<p>  a \n\t b  </p>\n\n<p>c</p>", "a b\n\nc"],
  ["words across inline tags", "un<b>break</b>able <i>and</i> spaced", "unbreakable and spaced"],
  ["line breaks", "a<br>b<br/>c<br><br>d", "a\nb\nc\n\nd"],
  ["divisions as lines", "<div>a</div><div>b<div>c</div></div>", "a\nb\nc"],
  ["headings", "<h1>Title</h1>Text", "Title\n\nText"],
  ["a link", '<a href="https://x.test/a?b=1&amp;c=2">Click <b>here</b></a>.', "Click here (https://x.test/a?b=1&c=2)."],
  ["a link that shows its address", '<a href="https://x.test">https://x.test</a>', "https://x.test"],
  ["a mail link", '<a href="mailto:a@x.test">a@x.test</a> <a href="mailto:b@x.test">B</a>', "a@x.test B (b@x.test)"],
  ["an empty link", '<a href="https://x.test"><img src="l.png" alt=""></a>', "https://x.test"],
  ["no script link", '<a href="javascript:alert(1)">Click</a> <a href="#top">Top</a> <a>None</a>', "Click Top None"],
  [
    "a link in single quotes or bare",
    "<a href='https://x.test/1'>a</a> <a href=https://x.test/2>b</a>",
    "a (https://x.test/1) b (https://x.test/2)",
  ],
  [
    "an attribute inside another's value",
    '<a title="href=https://evil.test" href="https://x.test">a</a>',
    "a (https://x.test)",
  ],
  ["a bulleted list", "<ul><li>One<li>Two</li></ul>", "- One\n- Two"],
  ["a numbered list", "<p>Steps</p><ol><li>One</li><li>Two</li></ol>End", "Steps\n\n1. One\n2. Two\n\nEnd"],
  ["nested lists", "<ul><li>A<ol><li>B</li></ol></li><li>C</li></ul>", "- A\n  1. B\n- C"],
  ["a table", "<table><tr><td>a</td><td>b</td></tr><tr><td>c</td><td>d</td></tr></table>", "a b\nc d"],
  ["an image's words", '<img alt="Our logo" src="x">', "Our logo"],
  ["a rule", "a<hr>b", "a\n\n---\n\nb"],
  ["preformatted text", "<pre>a\n  b</pre>", "a\n  b"],
  [
    "no scripts, styles, titles or comments",
    "<html><head><title>T</title><style>p{}</style></head><script>if (a<b) x('</p>')</script><!-- c > d -->Text",
    "Text",
  ],
  ["no unclosed script", "Text<script>alert(1)", "Text"],
  ["no doctype and no instructions", "<!DOCTYPE html><?xml version='1.0'?>Text", "Text"],
  [
    "entities",
    "&lt;b&gt; &amp;amp; &quot;x&quot; &#39;y&#x27; &eacute;&nbsp;&euro; &unknown; & &copy;",
    "<b> &amp; \"x\" 'y' é € &unknown; & ©",
  ],
  ["impossible characters", "&#0;&#xD800;&#x110000;&#9999999;", "\ufffd\ufffd\ufffd\ufffd"],
  ["a character that only looks like a tag", "1 < 2 and 3 <4 a<", "1 < 2 and 3 <4 a<"],
  ["an unclosed tag", 'a <b title="x', "a"],
  ["a > in an attribute", '<p title="a > b">Text</p>', "Text"],
  ["plain text", "just text", "just text"],
  ["nothing", "", ""],
  ["upper case", "<P>a</P><SCRIPT>x</SCRIPT><P>b</P>", "a\n\nb"],
];

describe("htmlToText()", () => {
  it.each(TABLE)("reads %s", (_what, html, text) => {
    expect(htmlToText(html)).toBe(text);
  });

  it("never leaves a tag that HTML would run", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "script",
      "</script>",
      "<script>",
      "a",
      " ",
      "'",
      '"',
      "<!--",
      "-->",
      "&lt;",
      "<p",
      "/",
      "=",
      "href",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 40 }), (pieces) => {
        const text = htmlToText(pieces.join(""));
        expect(text).toBe(text.trim());
        expect(text).not.toMatch(/\n{3}/);
      }),
    );
  });

  it("answers a string for any input", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 200 }), (html) => typeof htmlToText(html) === "string"),
    );
    expect(htmlToText("\ud800")).toBe("\ud800");
  });

  it.each([
    ["<", "<"],
    ["unclosed tags", "<a "],
    ["unclosed quotes", '<a href="'],
    ["alternating quotes", "<a href='\""],
    ["unclosed comments", "<!--"],
    ["unclosed scripts", "<script"],
    ["script beginnings", "<script>"],
    ["script endings that are none", "<script></scriptx"],
    ["deep lists", "<ul><li>x"],
    ["deep quotes", "<blockquote>"],
    ["nested links", "<a href=https://x.test>x"],
    ["names without values", "<p a "],
    ["spaces before no equals sign", `<p a${" ".repeat(50)}`],
    ["ampersands", "&"],
    ["half entities", "&#12"],
    ["white space", " \n"],
    ["closing tags", "</a></ul></pre>"],
    ["breaks", "<br>"],
  ])("takes linear time on a mebibyte of %s", (_what, unit) => {
    const html = (size: number) => unit.repeat(Math.ceil(size / unit.length));
    expect(growth(html, MEBIBYTE, htmlToText)).toBeLessThan(MOST_LINEAR_GROWTH);
    const text = htmlToText(html(MEBIBYTE));
    expect(text.length).toBeLessThan(html(MEBIBYTE).length * 3);
  });
});
