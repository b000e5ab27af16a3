import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { markMissing } from "../../../../../panel/src/pages/email-templates/mark-missing.ts";
import {
  actionsIn,
  hasPlainPlace,
  lineOf,
  occurrencesOf,
  usageOf,
  usageText,
  withDefault,
} from "../../../../../panel/src/pages/email-templates/occurrences.ts";
import { sizeFact } from "../../../../../panel/src/pages/email-templates/size-fact.ts";

const NAME = fc.stringMatching(/^[a-z_]{1,8}$/);
const PIECE = fc.oneof(
  fc.stringMatching(/^[^{}]*$/),
  NAME.map((name) => `{{.${name}}}`),
  NAME.map((name) => `{{/* .${name} */}}`),
);

describe("occurrencesOf()", () => {
  it.each([
    ["name", "{{.name}}", 1],
    ["name", '{{ .name | printf "%s" }} and {{$.name}}', 2],
    ["name", "{{.names}} {{.first.name}} {{.surname}} .name", 0],
    ["name", "{{/* .name */}}", 0],
    ["na-me", '{{index . "na-me"}}', 1],
    ["name", "{{if and .name .other}}{{end}}", 1],
    ["größe", "{{.größe}}{{.größer}}", 1],
  ])("finds %s in %j", (name, text, count) => {
    expect(occurrencesOf(name, text)).toHaveLength(count);
  });

  it("names the lines of the body, each once", () => {
    const usage = usageOf("a", { subject: "{{.a}}", body: "x\n{{.a}} {{.a}}\n\n{{.a}}" });
    expect(usage).toEqual({ isInSubject: true, lines: [2, 4] });
    expect(usageText(usage)).toBe("subject, lines 2, 4");
    expect(usageText({ isInSubject: false, lines: [1, 2, 3, 4, 5] })).toBe("lines 1, 2, 3, 4 …");
    expect(usageText({ isInSubject: false, lines: [] })).toBe("");
  });

  it("ends with any name and any text, and stays within it", () => {
    fc.assert(
      fc.property(NAME, fc.array(PIECE, { minLength: 1 }), (name, pieces) => {
        const text = `${pieces.join("")}{{.${name}}}`;
        expect(occurrencesOf(name, text).length).toBeGreaterThan(0);
        for (const { from, to } of [...occurrencesOf(name, text), ...actionsIn(text)]) {
          expect(text.slice(from, to)).toMatch(/^\{\{[\s\S]*\}\}$/);
          expect(lineOf(text, from)).toBeGreaterThan(0);
        }
      }),
    );
  });
});

describe("sizeFact()", () => {
  it("warns of what Gmail cuts, and leaves pictures to the frame that shows them", () => {
    expect(sizeFact("é", false)).toEqual({ tone: "ok", text: "2 B" });
    expect(sizeFact('<img alt="" src="https://a.example/x.png"><img src=cid:logo>', true)).toEqual({
      ...{ tone: "ok", text: "60 B, below the 102 kB at which Gmail cuts" },
    });
    expect(sizeFact("x".repeat(102_000), true)).toEqual({ tone: "part", text: "102 kB: Gmail cuts at 102 kB" });
  });
});

describe("withDefault()", () => {
  it.each([
    ["{{.a}} and {{.a}}", "{{if .a}}{{.a}}{{else}}|{{end}} and {{.a}}"],
    ["x {{- .a -}} y", "x {{- if .a}}{{.a}}{{else}}|{{end -}} y"],
    ["{{ .ab }}{{.a}}", "{{ .ab }}{{if .a}}{{.a}}{{else}}|{{end}}"],
  ])("writes into %s where a default is to be typed", (text, expected) => {
    const given = withDefault("a", text);
    expect(given && `${given.text.slice(0, given.at)}|${given.text.slice(given.at)}`).toBe(expected);
  });

  it("leaves alone what does more than print", () => {
    const text = "{{if .a}}{{.a | html}}{{end}}{{or .a `b`}}";
    expect([withDefault("a", text), hasPlainPlace("a", text)]).toEqual([undefined, false]);
  });

  it("keeps the text around it", () => {
    fc.assert(
      fc.property(fc.array(PIECE), NAME, (pieces, name) => {
        const text = pieces.join("");
        const given = withDefault(name, text);
        expect(given !== undefined).toBe(hasPlainPlace(name, text));
        if (given) expect(given.text.replace(`{{if .${name}}}{{.${name}}}{{else}}{{end}}`, `{{.${name}}}`)).toBe(text);
      }),
    );
  });
});

describe("markMissing()", () => {
  it("shows where text lacks a value, and leaves tags and comments as they are", () => {
    const shown = markMissing("<p>to <no value>, <b><no value></b></p>");
    expect(shown.match(/<mark [^>]*>&lt;no value&gt;<\/mark>/g)).toHaveLength(2);
    for (const html of [
      '<a href="<no value>">x</a>',
      "<!-- <no value> -->",
      "<i title='<no value>, <no value>'>",
      "a < b",
    ])
      expect(markMissing(html)).toBe(html);
  });

  it("reads a long hostile text in a moment", () => {
    expect(markMissing("<".repeat(100_000))).toHaveLength(100_000);
    expect(markMissing("<a <no value>".repeat(20_000))).toContain("<a ");
  });
});
