import { describe, expect, it } from "vitest";
import { parse } from "../../../../shared/go-template/go-template.ts";
import { LIMITS } from "../../../../shared/go-template/limits.ts";
import { TemplateParseError } from "../../../../shared/go-template/text-template.ts";
import { html, refusal } from "./html-vectors.ts";

describe("a template that cannot be escaped", () => {
  it("is refused when it is parsed, with the place of the mistake", () => {
    const read = () => parse('<p>\n<a title=é"{{.x}}>', undefined, { name: "body", escape: "html" });
    expect(read).toThrow(TemplateParseError);
    expect(read).toThrow('html/template:body:2:11: "\\"" in unquoted attr: "é\\""');
    try {
      read();
    } catch (error) {
      expect(error).toMatchObject({ line: 2, column: 11 });
    }
  });
  it.each([
    ["<a =b>", 'html/template:x:1:3: expected space, attr name, or end of tag, but got "=b>"'],
    ["<a\n b'>", 'html/template:x:2:2: "\'" in attribute name: "\\n b\'>"'],
    ["<p>{{.x}}<a b=<>", 'html/template:x:1:14: "<" in unquoted attr: "<"'],
    ['<a onclick="&quot;\\{{.x}}">', 'html/template:x:1:12: unfinished escape sequence in JS string: "\\\\"'],
    ["<script>'\\{{.x}}'", 'html/template:x:1:9: unfinished escape sequence in JS string: "\\\\"'],
    ["<style>'\\{{.x}}'", 'html/template:x:1:8: unfinished escape sequence in CSS string: "\\\\"'],
    ["<script>x=/[{{.x}}", 'html/template:x:1:11: unfinished JS regexp charset: "["'],
    ["<script>{{if .x}}a{{end}} /b", `html/template:x:1:26: '/' could start a division or regexp: "/b"`],
  ])("%j: %s", (template, message) => {
    expect(refusal(template)).toBe(message);
  });
  it("is known by its first mistake, not by its last", () => {
    expect(refusal('<a =b>{{html .x | print}}{{template "nope"}}')).toContain('but got "=b>"');
  });
  it("says at its end where it ended", () => {
    try {
      parse("<p>\n<a", undefined, { escape: "html" });
      expect.unreachable();
    } catch (error) {
      expect(error).toMatchObject({ line: 2, column: 2 });
    }
  });
  it("may have it in what it never calls, as in Go", () => {
    expect(html('{{define "t"}}<a{{end}}a')).toBe("a");
  });
  it("has no name that derived templates have", () => {
    const name = "t$htmltemplate_stateTag";
    expect(refusal(`{{define "${name}"}}{{end}}{{template "${name}"}}`)).toBe(
      `html/template:x:1:54: template name "${name}" is reserved`,
    );
  });
});

describe("the limits of escaping", () => {
  const calls = (count: number, inside: string) =>
    `${Array.from({ length: count }, (_, i) => `{{define "t${i}"}}${inside.replace("@", `{{template "t${i + 1}" .}}`)}{{end}}`).join("")}{{define "t${count}"}}{{end}}{{template "t0" .}}`;

  it("let a body be read in a few contexts, but not in many", () => {
    const body = `{{define "t"}}${"{{.}}".repeat(20_000)}{{end}}`;
    expect(refusal(`${body}{{template "t" .x}}<a title="{{template "t" .x}}">`)).toBe("accepted");
    const contexts = [
      '<a title="@">',
      "<a title='@'>",
      '<a href="@">',
      "<a href='@'>",
      "<a title=@>",
      "<a href=@>",
    ].join("");
    expect(refusal(body + contexts.replaceAll("@", '{{template "t" .x}}'))).toMatch(/read in too many contexts$/);
  });
  it("bound how deep templates call one another", () => {
    expect(refusal(calls(LIMITS.templateCalls - 2, "@"))).toBe("accepted");
    expect(refusal(calls(LIMITS.templateCalls, "@"))).toMatch(/exceeded maximum template depth \(250\)$/);
  });
  it("bound the levels of all kinds", () => {
    const nested = (depth: number) => `${"{{if .}}".repeat(depth)}@${"{{end}}".repeat(depth)}`;
    expect(refusal(calls(2, nested(495)))).toBe("accepted");
    expect(refusal(calls(3, nested(495)))).toMatch(/more than 1000 levels open at once$/);
    expect(refusal(calls(2, nested(495).replaceAll("if", "range")))).toBe("accepted");
  });
  it("bound template literals inside template literals", () => {
    expect(refusal(`<script>${"`${ ".repeat(500)}${"}`".repeat(500)}</script>`)).toBe("accepted");
    expect(refusal(`<script>${"`${ ".repeat(501)}`)).toMatch(/JS template literals nested more than 500 deep$/);
  });
  it("do not grow with the power of nested ranges", () => {
    const ranges = (depth: number) => `<a href="${"{{range .}}".repeat(depth)}a${"{{end}}".repeat(depth)}">`;
    expect(html(ranges(250))).toBe('<a href="">');
    expect(refusal(ranges(490))).toMatch(/on range loop re-entry: its parts are read in too many contexts$/);
  });
});
