import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { tokensCss } from "../../../../panel/src/theme/tokens.ts";

const STYLES = join(import.meta.dirname, "../../../../panel/src/styles");

describe("the panel's styles", () => {
  it("have the theme's variables as they are: run `npm run panel:tokens` after a change", () => {
    expect(readFileSync(join(STYLES, "tokens.css"), "utf8")).toBe(tokensCss());
  });

  it("are Mantine's but for fewer than 300 lines", () => {
    expect(readFileSync(join(STYLES, "panel.css"), "utf8").split("\n").length).toBeLessThan(300);
  });
});
