import { describe, expect, it } from "vitest";
import { outputOf, readHtmlVectors, refusal } from "./html-vectors.ts";
import { STRICTER } from "./stricter-vectors.ts";

const { data, vectors } = readHtmlVectors();
const rendered = vectors.filter(({ t, outs }) => outs !== undefined && !STRICTER.has(t));
const refused = vectors.filter(({ e }) => e !== undefined);

describe("Go's own answers for escaped templates", () => {
  it.each(rendered.map((vector) => [vector.t, vector] as const))("%j", (_, { t, d = 0, pre = "", post = "", outs }) => {
    expect(data[d]?.map((each) => outputOf(t, each))).toEqual(outs?.map((out) => pre + out + post));
  });
});

describe("what Go escapes and a browser could run", () => {
  it.each([...STRICTER])("%j: %s", (template, message) => {
    expect(vectors.find(({ t }) => t === template)?.outs).toBeDefined();
    expect(refusal(template)).toContain(message);
  });
});

describe("Go's own words for what it cannot escape", () => {
  it.each(refused.map((vector) => [vector.t, vector] as const))("%j", (_, { t, e, p }) => {
    const message = refusal(t);
    expect(message.replace(/^html\/template:x(:\d+:\d+)?: /, "")).toBe(e);
    if (p !== undefined) expect(message).toMatch(`html/template:x:${p}: `);
  });
});
