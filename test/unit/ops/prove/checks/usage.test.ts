import { describe, expect, it } from "vitest";
import { comparesUsage } from "../../../../../ops/prove/checks/usage.ts";
import type { Measured } from "../../../../../ops/prove/port.ts";
import type { Proving } from "../../../../../ops/prove/proving.ts";
import { aProving } from "../../../../support/a-proving.ts";

const never = new AbortController().signal;
const load = { accepted: 100, period: { fromMs: 0, toMs: 60_000 } };

function measuring(measured: Measured | { readonly without: string }): Proving {
  const proving = aProving();
  return { ...proving, load, ground: { ...proving.ground, usage: async () => measured } };
}

describe("comparesUsage()", () => {
  it("puts what was measured beside the model", async () => {
    const { figures = [], seen } = await comparesUsage(measuring({ functionCalls: 800, tableWriteUnits: 1500 }), never);
    expect(figures.map(({ name, measured }) => [name, measured])).toEqual([
      ["table write units", 1500],
      ["function calls", 800],
    ]);
    expect(figures.every(({ model = 0 }) => model > 100)).toBe(true);
    expect(seen).toMatch(/table write units 1500 \(\d\.\d\d times the model\)/);
  });

  it("is skipped where nothing is measured, or no load ended", async () => {
    expect(await comparesUsage(measuring({ without: "it has no metrics" }), never)).toEqual({
      result: "skipped",
      seen: "no figures on this ground: it has no metrics",
    });
    expect((await comparesUsage(measuring({}), never)).result).toBe("skipped");
    expect((await comparesUsage(aProving(), never)).result).toBe("skipped");
  });
});
