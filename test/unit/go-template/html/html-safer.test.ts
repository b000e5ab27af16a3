import { describe, expect, it } from "vitest";
import { html, refusal } from "./html-vectors.ts";

/**
 * In these templates Go 1.27 lets a value end the attribute, tag or script around it, and Herald's escaping does not.
 */
describe("escaping is stricter than Go's", () => {
  it("when a template that opens an attribute is called twice", () => {
    const link = '{{define "link"}}<a href="{{end}}';
    const out = html(`${link}{{template "link"}}{{.x}}">1</a>{{template "link"}}{{.x}}">2</a>`, { x: "javascript:a" });
    expect(out).toBe('<a href="#ZgotmplZ">1</a><a href="#ZgotmplZ">2</a>');
  });
  it("when a style has several URLs", () => {
    const out = html(`<p style="background: url('/{{.x}}'); list-style: url('{{.x}}')">`, { x: "javascript:a" });
    expect(out).toBe(`<p style="background: url('/javascript:a'); list-style: url('#ZgotmplZ')">`);
    expect(html(`<style>a{b:url(?{{.x}});c:url({{.x}})}</style>`, { x: "/d&e" })).toBe(
      "<style>a{b:url(?%2fd%26e);c:url(/d&e)}</style>",
    );
  });
  it("when a URL in a style escapes its question mark", () => {
    expect(html(`<p style="b: url('\\3f {{.x}}')">`, { x: "&c=d" })).toBe(`<p style="b: url('\\3f %26c%3dd')">`);
  });
  it("when a template literal is divided", () => {
    expect(html("<script>x = `a` / {{.x}} / 2</script>", { x: "alert`1`" })).toBe(
      '<script>x = `a` / "alert`1`" / 2</script>',
    );
    expect(html("<script>x = `${1}` / {{.x}}</script>", { x: "b" })).toBe('<script>x = `${1}` / "b"</script>');
  });
  it.each([
    ["-", "\\/"],
    ["a - ", "\\/"],
  ])("when a regular expression follows %j", (before, escaped) => {
    expect(html(`<script>x = 1 ${before}/{{.x}}/</script>`, { x: "/" })).toBe(
      `<script>x = 1 ${before}/${escaped}/</script>`,
    );
  });
  it("when a range opens braces in a template literal", () => {
    expect(refusal("<script>`${ {{range .}}{ {{end}} }`</script>")).toContain("on range loop re-entry");
  });
  it("not when numbers and signs end an expression", () => {
    expect(html("<script>x-- / {{.x}} / 2; y = a - b / {{.x}}</script>", { x: "b" })).toBe(
      '<script>x-- / "b" / 2; y = a - b / "b"</script>',
    );
  });
});

describe("assumptions about a template that calls itself", () => {
  const both = '{{define "t"}}{{template "u" .}}x{{end}}{{define "u"}}{{if .}}{{template "t"}}{{end}}{{end}}';
  it("are made again when they do not hold", () => {
    expect(html(`${both}<script>{{template "t" .x}} / {{.y}}</script>`, { y: "/" })).toBe('<script>x / "/"</script>');
  });
  it("are dropped with all that was read under them", () => {
    expect(refusal(`${both}<script>{{template "t" .x}};{{template "u" .y}} / 2</script>`)).toContain(
      "'/' could start a division or regexp",
    );
  });
  it("hold for templates that call one another", () => {
    const lists =
      '{{define "ul"}}<ul>{{if .x}}{{template "li" .}}{{end}}</ul>{{end}}{{define "li"}}<li title="{{.x}}">{{if .y}}{{template "ul" .y}}{{end}}</li>{{end}}';
    expect(html(`${lists}{{template "ul" .}}`, { x: '"' })).toBe('<ul><li title="&#34;"></li></ul>');
  });
});
