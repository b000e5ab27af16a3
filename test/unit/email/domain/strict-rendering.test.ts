import { describe, expect, it } from "vitest";
import { inBothFields, parseField, renderMail, renderStrictly } from "../../../../shared/email/domain/render-email.ts";
import { templateCache } from "../../../../shared/go-template/template-cache.ts";
import { invalid } from "../../../../shared/kernel/refusal.ts";

const parse = templateCache({ maxEntries: 500, maxCharacters: 1_000_000 }, (text) => text);
const parseMail = ({ subject, body }: { subject: string; body: string }) => ({
  subject: parseField(parse, "subject", { text: subject }),
  body: parseField(parse, "body", { text: body }),
});
const strictly = (body: string, variables: Record<string, string> = {}, subject = "") =>
  renderStrictly(parseMail({ subject, body }), { variables: { given: "1", ...variables } });
const refusal = (message: string) => expect.objectContaining({ code: "invalid_request", message });

describe("a template at fault (D54)", () => {
  const FAULT = "line 1, column 3: error calling len: len of type int";
  const both = [
    { field: "subject", message: FAULT },
    { field: "body", message: FAULT },
  ];
  const failing = { subject: "{{len 1}}", body: "{{len 1}}" };

  it("is told of both fields, the subject first, strictly and not", () => {
    const problems = { message: "subject could not be rendered", problems: both };
    expect(() => renderMail(parseMail(failing), { variables: {} })).toThrow(expect.objectContaining(problems));
    expect(() => renderStrictly(parseMail(failing), { variables: {} })).toThrow(expect.objectContaining(problems));
  });

  it("is told of the body alone where the subject is right", () => {
    const template = parseMail({ ...failing, subject: "Hi" });
    expect(() => renderMail(template, { variables: {} })).toThrow(
      expect.objectContaining({ message: "body could not be rendered", problems: both.slice(1) }),
    );
  });

  it("does not wait for a body that takes too long", () => {
    let time = 0;
    const limit = { now: () => time++, until: 2 };
    const template = parseMail({ subject: "{{len 1}}", body: "{{range 100000}}{{end}}" });
    expect(() => renderMail(template, { variables: {} }, limit)).toThrow(
      expect.objectContaining({ message: "subject could not be rendered", problems: both.slice(0, 1) }),
    );
  });

  it("lets a bug in the second field fly", () => {
    const act = (field: string) => {
      if (field === "subject") throw invalid("subject is wrong");
      throw new Error("a bug");
    };
    expect(() => inBothFields(act)).toThrow("a bug");
  });
});

describe("renderStrictly() (D44b)", () => {
  it.each<[body: string, text: string]>([
    ["plain", "plain"],
    ["{{.given}}", "1"],
    ["{{if .x}}a{{else}}b{{end}}", "b"],
    ["{{if .x.y}}a{{end}}", ""],
    ["{{if (.x)}}a{{end}}", ""],
    ["{{if $.x}}a{{end}}", ""],
    ["{{if .x}}a{{else if .y}}b{{else}}c{{end}}", "c"],
    ["{{with .x}}{{.}}{{else}}b{{end}}", "b"],
    ["{{with .x}}{{.}}{{else with .y}}{{.}}{{else}}c{{end}}", "c"],
    ["{{with $v := .x}}{{$v}}{{end}}", ""],
    ["{{range .x}}{{.}}{{else}}none{{end}}", "none"],
    ["{{range $i, $e := .x}}{{$e}}{{end}}", ""],
    ["{{$v := .x}}{{if $v}}a{{end}}", ""],
    ["{{$v := .x}}{{$v = .given}}{{$v}}", "1"],
    ['{{index . "x"}}', ""],
    ['{{$v := index . "x"}}[{{$v}}]', "[]"],
    ['{{printf "%q" (index . "x")}}', '""'],
    ['{{if index . "x"}}a{{end}}', ""],
    ["{{if .given}}{{.given}}{{else}}{{.x}}{{end}}", "1"],
    ["{{or .given .x}}", "1"],
    ['{{and "" .x}}', ""],
    ["{{/* {{.x}} */}}", ""],
    ["{{if false}}{{.x | print}}{{end}}", ""],
    ["{{range 3}}{{if eq . 1}}{{break}}{{end}}a{{else}}{{.x}}{{end}}", "a"],
    ["{{range 2}}{{continue}}{{$.x}}{{end}}", ""],
    ['{{define "t"}}{{.x}}{{end}}never called', "never called"],
    ['{{define "t"}}{{if .}}a{{else}}b{{end}}{{end}}{{template "t" .x}}', "b"],
    ['{{define "t"}}t{{end}}{{template "t" .x}}', "t"],
    ['{{define "t"}}{{if .x}}a{{end}}{{end}}{{template "t" .}}', ""],
    ["{{len .}}", "1"],
  ])("needs nothing for %s", (body, text) => {
    expect(strictly(body)).toEqual({ subject: "", body: text });
    expect(strictly("", {}, body).subject).toBe(text);
  });

  it.each<[body: string, missing: string]>([
    ["{{.x}}", "x"],
    ["{{ $.x }}", "x"],
    ["{{(.x)}}", "x"],
    ["{{.x.y}}", "x"],
    ["{{(.x).y}}", "x"],
    ["{{.X}}", "X"],
    ["{{.x}}{{.y}}{{.x}}", "x, y"],
    ["{{.y}}{{.x}}", "y, x"],
    ["{{print .x}}", "x"],
    ["{{.x | print}}", "x"],
    ["{{.x | print | print}}", "x"],
    ["{{.x | html | urlquery}}", "x"],
    ['{{printf "%s-%s" .x .y}}', "x, y"],
    ['{{.y | printf "%s-%s" .x}}', "y, x"],
    ["{{printf .x}}", "x"],
    ["{{.x | printf}}", "x"],
    ['{{printf (printf .x) "a"}}', "x"],
    ['{{printf "%v" (print .x)}}', "x"],
    ["{{if .given}}{{.x}}{{end}}", "x"],
    ["{{if .y}}{{.y}}{{else}}{{.x}}{{end}}", "x"],
    ["{{with .given}}{{$.x}}{{end}}", "x"],
    ["{{with .y}}{{else}}{{.x}}{{end}}", "x"],
    ["{{range 2}}{{$.x}}{{end}}", "x"],
    ["{{range .y}}{{else}}{{.x}}{{end}}", "x"],
    ["{{if not .x}}a{{end}}", "x"],
    ['{{if eq .x "a"}}a{{end}}', "x"],
    ['{{if ne "a" .x}}a{{end}}', "x"],
    ["{{if and .x .y}}a{{end}}", "x"],
    ["{{if and .given .y}}a{{end}}", "y"],
    ["{{if or .x .y}}a{{end}}", "x, y"],
    ["{{or .x .given}}", "x"],
    ['{{or .x "default"}}', "x"],
    ["{{$v := .x}}{{$v}}", "x"],
    ["{{$v := print .x}}", "x"],
    ["{{$v := .given}}{{$v = .x}}{{$v}}", "x"],
    ["{{with $v := .x}}{{else}}{{$v}}{{end}}", "x"],
    ["{{len .x}}", "x"],
    ["{{.x | len}}", "x"],
    ["{{slice .x 1}}", "x"],
    ["{{lt .x 3}}", "x"],
    ["{{call .x}}", "x"],
    ['{{define "t"}}{{.}}{{end}}{{template "t" .x}}', "x"],
    ['{{define "t"}}{{.x}}{{end}}{{template "t" .}}', "x"],
    ['{{define "t"}}{{.name}}{{end}}{{template "t" .x}}', "x"],
    ['{{define "t"}}{{html .}}{{end}}{{define "u"}}{{template "t" .}}{{end}}{{template "u" .x}}', "x"],
    ['{{block "b" .}}{{.x}}{{end}}', "x"],
    ['{{block "b" .x}}{{.}}{{end}}', "x"],
    ['{{template "t" print .x}}{{define "t"}}{{end}}', "x"],
    ["{{.x}}{{len 3}}", "x"],
    ["{{- .x -}}", "x"],
    ["{{.constructor}}{{.__proto__}}", "constructor, __proto__"],
  ])("misses what is used in %s", (body, missing) => {
    expect(() => strictly(body)).toThrow(refusal(`missing variables: ${missing}`));
    expect(() => strictly("", {}, body)).toThrow(refusal(`missing variables: ${missing}`));
  });

  it("names the subject's first, and each once", () => {
    expect(() => strictly("{{.a}}{{.s}}", {}, "{{.s}}{{.t}}")).toThrow(refusal("missing variables: s, t, a"));
    expect(() => strictly("{{.a}}", {}, "{{len .s}}{{.never}}")).toThrow(refusal("missing variables: s, a"));
  });

  it("takes an empty text for a value", () => {
    expect(strictly("[{{.x}}]", { x: "" }).body).toBe("[]");
  });

  it("refuses what cannot be rendered for other reasons as ever", () => {
    expect(() => strictly("{{len 3}}")).toThrow(refusal("body could not be rendered"));
    expect(() => strictly('{{index .x "y"}}')).toThrow(refusal("body could not be rendered"));
    expect(() => strictly("x", {}, "{{len 3}}")).toThrow(refusal("subject could not be rendered"));
    expect(() => strictly("{{range 2000}}{{.given}}{{end}}", { given: "x".repeat(1000) })).toThrow(
      refusal("body could not be rendered"),
    );
  });

  it("of a variable with a default does not show in the mail", () => {
    const template = parseMail({ subject: "Hi {{or .name `there`}}", body: "{{if eq .plan `pro`}}Pro{{end}}" });
    expect(renderMail(template, { variables: {} })).toEqual({ subject: "Hi there", body: "" });
  });

  it("shows in the mail as no value", () => {
    expect(renderMail(parseMail({ subject: "{{.s}}", body: "{{.x}}" }), { variables: {} })).toEqual({
      subject: "<no value>",
      body: "<no value>",
      absent: ["s", "x"],
    });
  });
});
