import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { lookFiles } from "../../../../../local/world/look/look-files.ts";

const TOKENS = readFileSync(new URL("../../../../../panel/src/styles/tokens.css", import.meta.url), "utf8");

/** Returns the panel's colours of a scheme by their names. */
function panelColours(scheme: "light" | "dark"): ReadonlyMap<string, string> {
  const [, block = ""] = new RegExp(`scheme="${scheme}"\\] \\{(.*?)\\n\\}`, "s").exec(TOKENS) ?? [];
  return new Map([...block.matchAll(/(--h-[\w-]+): (#\w+);/g)].map(([, name = "", colour = ""]) => [name, colour]));
}

describe("the look of the mailbox and the telephone", () => {
  it("has the panel's colours in both schemes", async () => {
    const css = (await lookFiles()).get("/look.css")?.bytes.toString() ?? "";
    const colours = [...css.matchAll(/(--h-[\w-]+): light-dark\((#\w+), (#\w+)\);/g)];
    expect(colours.length).toBeGreaterThan(10);
    const [light, dark] = [panelColours("light"), panelColours("dark")];
    for (const [, name = "", ...both] of colours)
      expect({ name, both }).toEqual({ name, both: [light.get(name), dark.get(name)] });
  });

  it("has the panel's fonts", async () => {
    const files = await lookFiles();
    for (const path of ["/inter.woff2", "/mono.woff2"])
      expect(files.get(path)?.bytes.subarray(0, 4)).toEqual(Buffer.from("wOF2"));
  });
});
