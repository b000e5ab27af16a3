import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parseField, renderField } from "../../../shared/email/domain/render-email.ts";
import { templateCache } from "../../../shared/go-template/template-cache.ts";
import { render } from "../../../shared/go-template/text-template.ts";

const asItIs = (text: string) => text;
const cache = (maxEntries: number, maxCharacters: number) => templateCache({ maxEntries, maxCharacters }, asItIs);

describe("templateCache()", () => {
  it("answers the very template that it parsed before", () => {
    const parse = cache(10, 1000);
    const first = parse("body", "Hello {{.name}}");
    expect(parse("body", "Hello {{.name}}")).toBe(first);
    expect(render(first, { name: "Ann" })).toBe("Hello Ann");
  });

  it("looks a text up by its hash alone, once per call", () => {
    const hashed: string[] = [];
    const parse = templateCache({ maxEntries: 10, maxCharacters: 1000 }, (text) => {
      hashed.push(text);
      return text;
    });
    parse("body", "x");
    parse("body", "x");
    expect(hashed).toEqual(["body\nas parsed\nx", "body\nas parsed\nx"]);
  });

  it("keeps the same text apart under two names: a template can call itself by its name", () => {
    const parse = cache(10, 1000);
    expect(parse("subject", "x")).not.toBe(parse("body", "x"));
    expect(parse("subject", "x").name).toBe("subject");
  });

  it("makes room by dropping the least recently used", () => {
    const parse = cache(2, 1000);
    const [a, b] = [parse("n", "a"), parse("n", "b")];
    expect(parse("n", "a")).toBe(a);
    parse("n", "c");
    expect(parse("n", "a")).toBe(a);
    expect(parse("n", "b")).not.toBe(b);
  });

  it("is bounded by characters: three of four do not fit in ten", () => {
    const parse = cache(100, 10);
    const [a, b] = [parse("n", "aaaa"), parse("n", "bbbb")];
    expect(parse("n", "bbbb")).toBe(b);
    parse("n", "cccc");
    expect(parse("n", "bbbb")).toBe(b);
    expect(parse("n", "aaaa")).not.toBe(a);
  });

  it("keeps a text that just fits, and parses a larger one without keeping it or dropping others", () => {
    const parse = cache(100, 10);
    const small = parse("n", "0123456789");
    const large = parse("n", "0123456789A");
    expect(render(large)).toBe("0123456789A");
    expect(parse("n", "0123456789A")).not.toBe(large);
    expect(parse("n", "0123456789")).toBe(small);
  });

  it("keeps nothing that does not parse, and says so every time", () => {
    const parse = cache(10, 1000);
    const kept = parse("n", "kept");
    for (let i = 0; i < 20; i++) expect(() => parse("n", `{{${i}`)).toThrow(/unclosed action/);
    expect(parse("n", "kept")).toBe(kept);
  });

  it("holds at most what its limits say, and exactly the most recently used that fit, after any calls", () => {
    const texts = fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1, maxLength: 40 });
    const limits = { maxEntries: fc.integer({ min: 1, max: 5 }), maxCharacters: fc.integer({ min: 1, max: 20 }) };
    fc.assert(
      fc.property(texts, fc.record(limits), (calls, { maxEntries, maxCharacters }) => {
        const parse = cache(maxEntries, maxCharacters);
        // Contains the texts that the cache must know, newest last. A text of n characters is the digit n, n times.
        let model: { size: number; template: unknown }[] = [];
        for (const size of calls) {
          const template = parse("n", String(size).repeat(size));
          const known = model.find((one) => one.size === size);
          if (known !== undefined) expect(template).toBe(known.template);
          else expect(model.some((one) => one.template === template)).toBe(false);
          if (size > maxCharacters) continue;
          model = [...model.filter((one) => one.size !== size), { size, template }];
          while (model.length > maxEntries || model.reduce((sum, one) => sum + one.size, 0) > maxCharacters)
            model.shift();
        }
      }),
    );
  });
});

describe("parseField() and renderField()", () => {
  const parse = cache(10, 100_000);

  it.each(["subject", "body"] as const)("refuses a %s that does not parse in the specification's words", (field) => {
    expect(() => parseField(parse, field, { text: "{{.name" })).toThrow(
      expect.objectContaining({ code: "invalid_request", message: `${field} is not a valid template` }),
    );
  });

  it("keeps where it is wrong as the cause, and not in the message", () => {
    expect(() => parseField(parse, "body", { text: "a\nb {{if}}" })).toThrow(
      expect.objectContaining({ cause: expect.objectContaining({ message: expect.stringContaining("body:2") }) }),
    );
  });

  it.each(["subject", "body"] as const)("refuses a %s that fails while it runs", (field) => {
    const template = parseField(parse, field, { text: '{{index "x" 9}}' });
    expect(() => renderField(field, template, { variables: {} })).toThrow(
      expect.objectContaining({ code: "invalid_request", message: `${field} could not be rendered` }),
    );
  });

  it("does not catch an error that is not the template's fault", () => {
    const broken = () => {
      throw new Error("a bug");
    };
    expect(() => parseField(broken, "body", { text: "x" })).toThrow("a bug");
  });

  it("shows an absent name as <no value>, in its own case, whatever objects inherit", () => {
    const template = parseField(parse, "body", {
      text: "{{.name}} {{.Name}} {{.constructor}} {{.__proto__}} {{.toString}}",
    });
    expect(renderField("body", template, { variables: { name: "Ann" } }).text).toBe(
      "Ann <no value> <no value> <no value> <no value>",
    );
  });
});
