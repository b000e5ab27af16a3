import { describe, expect, it } from "vitest";
import { sampleOf } from "../../../bin/mutation-sample.ts";

const FILES = [
  { path: "a.ts", lines: 40 },
  { path: "b.ts", lines: 7 },
];
const ALL = ["a.ts:1-15", "a.ts:16-30", "a.ts:31-40", "b.ts:1-7"];

describe("sampleOf()", () => {
  it("covers every line once when it may take all", () => {
    expect(sampleOf(FILES, 100, "seed")).toEqual(ALL);
  });

  it("takes no more than asked, the same for the same seed and others for others", () => {
    const samples = ["1", "2", "3", "4", "5", "6"].map((seed) => sampleOf(FILES, 2, seed));
    for (const sample of samples) {
      expect(sample).toHaveLength(2);
      expect(ALL).toEqual(expect.arrayContaining([...sample]));
    }
    expect(sampleOf(FILES, 2, "1")).toEqual(samples[0]);
    expect(new Set(samples.map(String)).size).toBeGreaterThan(1);
  });
});
