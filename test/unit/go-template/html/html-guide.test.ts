import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { html, refusal } from "./html-vectors.ts";

const GUIDE = readFileSync(new URL("../../../../docs/email-templates.md", import.meta.url), "utf8");
const [, section = ""] = GUIDE.split("\n## Escaping HTML\n");

/** These rows begin with code. The code of their cells is unchanged. */
const rows = section
  .split("\n")
  .filter((line) => line.startsWith("| `"))
  .map((line) => line.split(/(?<!\\)\|/).map((cell) => (/`(.+?)`/.exec(cell)?.[1] ?? "").replaceAll("\\|", "|")));
const escaped = rows.filter((cells) => cells.length === 5);
const refused = rows.filter((cells) => cells.length === 4);

describe("the guide's section on escaping", () => {
  it("has examples of both kinds", () => {
    expect(escaped.length).toBeGreaterThan(6);
    expect(refused.length).toBeGreaterThan(3);
  });
  it.each(escaped)("%s%s", (_, template = "", x = "", output = "") => {
    expect(html(template, { x })).toBe(output);
  });
  it.each(refused)("%s%s", (_, template = "", message = "") => {
    expect(refusal(template)).toContain(message);
  });
});
