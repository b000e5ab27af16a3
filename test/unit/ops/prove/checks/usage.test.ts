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

describe("comparesUsage() with figures that disagree", () => {
  const at = async (unit: "functionCalls" | "queueRequests", factor: number, more: Partial<Measured> = {}) => {
    const { figures: [figure] = [] } = await comparesUsage(measuring({ [unit]: 1 }), never);
    return comparesUsage(measuring({ [unit]: factor * (figure?.model ?? 0), ...more }), never);
  };

  it("fails outside of the band that docs/prove.md states, and keeps the figures", async () => {
    expect((await at("functionCalls", 1)).result).toBeUndefined();
    for (const factor of [0.6, 1.6]) {
      const { result, seen, figures = [] } = await at("functionCalls", factor);
      expect([result, figures.length]).toEqual(["failed", 1]);
      expect(seen).toContain("outside of 0.7 to 1.5 times the model: function calls.");
    }
    expect((await at("queueRequests", 3)).result).toBeUndefined();
    expect((await at("queueRequests", 0.6)).result).toBe("failed");
  });

  it("fails when mails were sent and every unit is 0", async () => {
    const { result, seen } = await comparesUsage(measuring({ functionCalls: 0, queueRequests: 0 }), never);
    expect([result, seen]).toEqual([
      "failed",
      expect.stringContaining("100 mails were sent, and nothing was measured"),
    ]);
  });

  it("says when the values had not settled", async () => {
    expect((await at("functionCalls", 1, { isUnsettled: true })).seen).toContain("had not settled");
    expect((await at("functionCalls", 1)).seen).not.toContain("settled");
  });
});
