import { parse, serialize } from "parse5";
import { describe, expect, it } from "vitest";
import { checkTemplates } from "../../../../ops/templates/push-templates.ts";
import { renderMail } from "../../../../shared/email/domain/render-email.ts";
import { parse as parseTemplate } from "../../../../shared/go-template/go-template.ts";
import { neededVariables } from "../../../../shared/go-template/needed-variables.ts";
import { emailExamples, renderedExample } from "../../../support/email-examples.ts";

/** Gmail cuts a mail off at 102 KB. */
const MOST_BYTES = 100_000;
const examples = emailExamples();
const named = examples.map((one) => [one.reference, one] as const);

describe("the examples of email templates", () => {
  it("are what the service takes", () => {
    expect(() => checkTemplates(examples)).not.toThrow();
    expect(examples.length).toBeGreaterThanOrEqual(12);
  });

  it.each(named)("%s is strict, escapes its values, and says when it is sent", (_, example) => {
    expect(example).toMatchObject({ bodyType: "html", strict: true, escape: "html" });
    expect(example.body).toMatch(/^\{\{\/\* Sent .*\. \*\/ -\}\}\n<!doctype html>\n/);
  });

  it.each(named)("%s is whole with its samples, and small enough for every client", (_, example) => {
    const { subject, body, text } = renderedExample(example);
    for (const part of [subject, body, text]) expect(part).not.toMatch(/<no value>|ZgotmplZ|\{\{|undefined|\[object/);
    expect(Buffer.byteLength(body)).toBeLessThan(MOST_BYTES);
    expect(subject).toMatch(/^\S.{5,70}\S$/);
  });

  it.each(named)("%s needs every value that its samples have at the top, and no list to have entries", (_, example) => {
    const unused = Object.keys(example.samples).filter(
      (name) => !`${example.subject}${example.body}`.includes(`.${name}`),
    );
    expect(unused).toEqual([]);
    const emptied = Object.fromEntries(
      Object.entries(example.samples).map(([name, value]) => [name, Array.isArray(value) ? [] : value]),
    );
    expect(renderedExample({ ...example, samples: emptied }).body).toContain("</html>");
  });

  it.each(named)("%s keeps what a person writes as text", (_, example) => {
    const hostile = (value: unknown): unknown =>
      typeof value === "string" && !value.startsWith("https://")
        ? `<b onclick="x">&"'`
        : Array.isArray(value)
          ? value.map(hostile)
          : typeof value === "object" && value !== null
            ? Object.fromEntries(Object.entries(value).map(([name, one]) => [name, hostile(one)]))
            : value;
    const samples = Object.fromEntries(Object.entries(example.samples).map(([name, value]) => [name, hostile(value)]));
    expect(renderedExample({ ...example, samples }).body).not.toContain("<b onclick");
  });

  it.each(named)("%s has what mail clients need", (_, example) => {
    const { body } = renderedExample(example);
    expect(body).toContain('<meta name="color-scheme" content="light dark">');
    expect(body).toContain("@media (prefers-color-scheme: dark)");
    expect(body).toMatch(/<body [^>]*>\n<div style="display:none;[^"]*">[^<]+<\/div>/);
    expect(body).toContain('width="600"');
    expect(body).not.toMatch(/<img|<link|<script|url\(|@import/);
    // A table either lays out or has headers.
    for (const [table] of body.matchAll(/<table[^>]*>(?:(?!<\/?table)[\s\S])*/g))
      expect(/role="presentation"|<th /.test(table)).toBe(true);
    // Mail clients differ in how they correct wrong markup. The markup of the examples is therefore as browsers would
    // correct it, except for elements that browsers add.
    const plain = (html: string) => html.replaceAll(/<\/?tbody>|\s+/g, "").replaceAll("&#34;", '"');
    expect(plain(serialize(parse(body)))).toBe(plain(body).replace("<!doctypehtml>", "<!DOCTYPEhtml>"));
  });

  it.each(named)("%s reads well as text", (_, example) => {
    const { text } = renderedExample(example);
    const lines = text.split("\n");
    expect(lines.every((line) => line === line.trim())).toBe(true);
    expect(text).not.toMatch(/\n{3}|[,(] ?\n|^[.,:)]/m);
    expect(text).toMatch(/https:\/\/|\d{3} \d{3}/);
    expect(lines.at(-1)).toBe("Your company, 1 Example Street, 12345 Example City");
  });

  it("name what a send may leave out: only that is missing then", () => {
    const receipt = examples.find(({ reference }) => reference === "receipt");
    const body = parseTemplate(receipt?.body ?? "", undefined, { escape: "html" });
    expect([...neededVariables(body)].sort()).toEqual(["name", "order", "payment", "total"]);
    expect(renderMail({ subject: parseTemplate("S"), body }, { variables: {}, data: {} }).absent).toContain("total");
  });
});
