import { describe, expect, it } from "vitest";
import { parse } from "../../../shared/go-template/go-template.ts";
import { neededVariables } from "../../../shared/go-template/needed-variables.ts";
import { templateVariables } from "../../../shared/go-template/template-variables.ts";
import { renderAndName } from "../../../shared/go-template/text-template.ts";
import { seeded, template } from "./template-generator.ts";

describe("neededVariables()", () => {
  it.each<[text: string, needed: string[]]>([
    ["plain", []],
    ["{{.x}} {{$.y}} {{(.z)}} {{.w.first}} {{(.v).first}}", ["x", "y", "z", "w", "v"]],
    ["{{.x | print}} {{print .y}} {{html (print .z)}}", ["x", "y", "z"]],
    ['{{printf "%s%s" .x .y}}', ["x", "y"]],
    ["{{if .x}}{{.y}}{{else}}{{.z}}{{end}}", []],
    ['{{if eq .x "a"}}{{.y}}{{end}}', ["x"]],
    ["{{if not (.x)}}a{{end}}", ["x"]],
    ["{{with .x}}{{.}}{{end}}{{range .y}}{{end}}", []],
    ["{{with print .x}}{{$.y}}{{end}}", ["x"]],
    ['{{index . "x"}} {{index .y 1}} {{.z | index "a"}}', []],
    ["{{index (print .x) 0}}", ["x"]],
    ["{{or .x .y}} {{and .z .w}}", ["x", "z"]],
    ["{{$v := .x}}{{$v}}", []],
    ["{{$v := print .x}}", ["x"]],
    ['{{template "t" .}}{{define "t"}}{{.x}}{{template "t" .}}{{end}}{{define "u"}}{{.y}}{{end}}', ["x"]],
    ['{{template "t" .x}}{{define "t"}}{{.}}{{end}}', []],
    ['{{template "t" $}}{{define "t"}}{{$.x}}{{end}}', ["x"]],
    ['{{block "b" .}}{{.x}}{{end}}', ["x"]],
    ['{{template "t" print .x}}{{define "t"}}{{end}}', ["x"]],
    ["{{len .x}}{{.x | len}}", ["x"]],
  ])("of %s", (text, needed) => {
    expect([...neededVariables(parse(text))]).toEqual(needed);
  });

  it("are missing from every render that has none of them, and are among the variables", () => {
    let rendered = 0;
    let found = 0;
    for (let seed = 1; seed <= 20_000; seed++) {
      const text = template(seeded(seed));
      const outcome = shown(text);
      if (outcome === undefined) continue;
      rendered++;
      found += outcome.needed.length;
      expect({ text, missing: outcome.missing }).toEqual({ text, missing: expect.arrayContaining(outcome.needed) });
      expect({ text, variables: outcome.variables }).toEqual({
        text,
        variables: expect.arrayContaining(outcome.needed),
      });
    }
    expect([rendered, found].map((count) => count > 100)).toEqual([true, true]);
  });
});

/** Returns undefined for a template that does not parse, or that fails when it is rendered without data. */
function shown(text: string) {
  try {
    const parsed = parse(text);
    const { missing } = renderAndName(parsed, {});
    return { missing, needed: [...neededVariables(parsed)], variables: templateVariables(parsed) };
  } catch {
    return undefined;
  }
}
