import { describe, expect, it } from "vitest";
import { parse } from "../../../../shared/go-template/go-template.ts";
import { templateVariables } from "../../../../shared/go-template/template-variables.ts";
import { httpProviderDialect, render, renderAndName } from "../../../../shared/go-template/text-template.ts";
import { html } from "./html-vectors.ts";

describe("parse()", () => {
  it("escapes only where it is asked to", () => {
    const text = "<!-- c --><p>{{.x}} < {{.m}}</p>";
    expect(render(parse(text), { x: "<b>" })).toBe("<!-- c --><p><b> < <no value></p>");
    expect(render(parse(text, undefined, { escape: "none" }), { x: "<b>" })).toBe("<!-- c --><p><b> < <no value></p>");
    expect(render(parse(text, undefined, { escape: "html" }), { x: "<b>" })).toBe("<p>&lt;b&gt; &lt; </p>");
  });
  it("leaves the nodes of a template that is not escaped as they were", () => {
    const text = '{{define "t"}}{{.}}{{end}}<a href="{{template "t" .x}}">{{template "t" .x}}</a>';
    expect([...parse(text).trees.keys()]).toEqual(["t", "x"]);
    expect([...parse(text, undefined, { escape: "html" }).trees.keys()]).toEqual([
      "t$htmltemplate_stateURL_delimDoubleQuote_attrURL",
      "t",
      "x",
    ]);
  });
  it("escapes the templates of the HTTP provider too", () => {
    const template = parse("<script>{{.To}}{{.CC}}</script><p title='{{.CC}}'>", httpProviderDialect, {
      escape: "html",
    });
    expect(render(template, { To: "<a>", CC: ["b", "'c"] })).toBe(
      `<script>"\\u003ca\\u003e"["b","'c"]</script><p title='[b &#39;c]'>`,
    );
    expect(render(template, {})).toBe(`<script>"" null </script><p title='[]'>`);
  });
});

describe("what an escaped template needs", () => {
  const text =
    '<a href="{{.link}}" title={{.title}}>{{.name | html}}</a>{{if .vip}}<b {{.a}}>{{index . "q"}}{{end}}<script>{{.n}}</script>{{define "t"}}{{.in}}{{end}}{{template "t" .}}{{template "t" .}}<p style="{{template "t" .}}">';
  const escaped = parse(text, undefined, { escape: "html" });
  it("is the same as without escaping", () => {
    expect(templateVariables(escaped)).toEqual(templateVariables(parse(text)));
    expect(templateVariables(escaped)).toEqual(["link", "title", "name", "vip", "a", "q", "n", "in"]);
  });
  it("is named when it is missing, in order of first use", () => {
    expect(renderAndName(escaped, { name: "Ada" }).missing).toEqual(["link", "title", "n", "in"]);
    expect(renderAndName(parse(text), { name: "Ada" }).missing).toEqual(["link", "title", "n", "in"]);
    expect(renderAndName(escaped, { vip: "1" }).missing).toEqual(["link", "title", "name", "a", "n", "in"]);
  });
  it("shows as nothing, or as a word that breaks nothing", () => {
    expect(html("<p>{{.m}}</p><p title='{{.m}}'><p title={{.m}}><p {{.m}}><script>{{.m}}</script>")).toBe(
      "<p></p><p title=''><p title=ZgotmplZ><p ZgotmplZ><script> null </script>",
    );
  });
});

describe("values that are no strings", () => {
  it.each([
    ["{{1}} {{-1.5}} {{1e100}} {{true}} {{'a'}} {{1i}}", "1 -1.5 1e&#43;100 true 97 (0&#43;1i)"],
    ["<script>{{1}},{{-1.5}},{{1e100}},{{true}},{{'a'}}</script>", "<script> 1 , -1.5 , 1e+100 , true , 97 </script>"],
    [
      "<script>{{1i}}/{{.}}</script>",
      '<script> /* json: unsupported type: complex128 */null /{"x":"\\u003c"}</script>',
    ],
    ['<script>{{index .x 0}}-{{len .x}}{{eq .x "a"}}</script>', "<script> 60 - 1  false </script>"],
    [
      '<p style="width:{{1}}px;top:{{-1}}px" onclick="{{.}}" title="{{.}}">',
      '<p style="width:1px;top:-1px" onclick="{&#34;x&#34;:&#34;\\u003c&#34;}" title="map[x:&lt;]">',
    ],
    ["<p {{1}}>", "<p 1>"],
  ])("%j", (template, out) => {
    expect(html(template, { x: "<" })).toBe(out);
  });
});

describe("character references in an attribute are read before the value", () => {
  it.each([
    ['<a onclick="f(&quot;{{.x}}&quot;)">', '<a onclick="f(&quot;\\u0022\\/&quot;)">'],
    ['<a onclick="f(&#x22{{.x}}&#34)">', '<a onclick="f(&#x22\\u0022\\/&#34)">'],
    ['<a onclick="f(&QUOT{{.x}}&quotx)">', '<a onclick="f(&QUOT\\u0022\\/&quotx)">'],
    ['<a onclick="a &sol;{{.x}}">', '<a onclick="a &sol;&#34;\\&#34;/&#34;">'],
    ['<a onclick="a; &sol;{{.x}}/">', '<a onclick="a; &sol;\\u0022\\//">'],
    ['<a onclick="a&eacute;/{{.x}}">', '<a onclick="a&eacute;/&#34;\\&#34;/&#34;">'],
    ['<a onclick="a&eacute/{{.x}}">', '<a onclick="a&eacute/&#34;\\&#34;/&#34;">'],
    [
      '<a onclick="a&CounterClockwiseContourIntegral;/{{.x}}">',
      '<a onclick="a&CounterClockwiseContourIntegral;/&#34;\\&#34;/&#34;">',
    ],
    ['<a onclick="a&unknown;/{{.x}}/">', '<a onclick="a&unknown;/\\u0022\\//">'],
    ['<a onclick="a&#x85;/{{.x}}">', '<a onclick="a&#x85;/&#34;\\&#34;/&#34;">'],
    ['<a onclick="a&#0;/{{.x}}">', '<a onclick="a&#0;/&#34;\\&#34;/&#34;">'],
    ['<a onclick="a&#x110000;/{{.x}}">', '<a onclick="a&#x110000;/&#34;\\&#34;/&#34;">'],
    ['<a onclick="a &fjlig;/{{.x}}">', '<a onclick="a &fjlig;/&#34;\\&#34;/&#34;">'],
    ['<a onclick="a = &nbsp;&Tab;/{{.x}}/">', '<a onclick="a = &nbsp;&Tab;/\\u0022\\//">'],
    ['<a href="&Tab;{{.x}}">', '<a href="&Tab;%22/">'],
    ['<a href="&quest;{{.x}}">', '<a href="&quest;%22%2f">'],
    ['<a href="&ques;{{.x}}">', '<a href="&ques;%22/">'],
  ])("%s", (template, out) => {
    expect(html(template, { x: '"/' })).toBe(out);
  });
});
