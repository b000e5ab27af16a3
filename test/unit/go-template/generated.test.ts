import { readFileSync } from "node:fs";
import { describe, expect, it } from "vitest";
import { FUZZ_DATA } from "./template-generator.ts";
import { show } from "./vectors.ts";

/** Templates of our generator with the output or the message of real Go, versions of Go agreeing. */
interface Generated {
  t: string;
  kind?: "http";
  data?: Record<string, unknown>;
  out?: string;
  exec?: string;
  parse?: string;
}

const FILE = new URL("./vectors/go-generated.jsonl", import.meta.url);
const CASES = readFileSync(FILE, "utf8")
  .split("\n")
  .filter(Boolean)
  .map((line) => JSON.parse(line) as Generated);

describe("generated templates, as Go answers them", () => {
  it.each(CASES.map((each) => [each.t, each] as const))("%j", (text, { kind, data = FUZZ_DATA, out, exec, parse }) => {
    expect(show(text, data, kind)).toBe(out ?? exec ?? parse);
  });
});
