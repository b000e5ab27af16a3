import { describe, expect, it } from "vitest";
import { expectedDollars, shownPlan } from "../../../../ops/prove/plan.ts";
import { aDeployedStage } from "../../../support/a-deployed-stage.ts";
import { proofWorld } from "../../../support/a-proof-ground.ts";

const load = { perSecond: 5, seconds: 180 };

describe("shownPlan()", () => {
  it("names all that it makes and checks, the load, and the cost", () => {
    const ground = proofWorld().ground();
    const text = shownPlan({ stage: "prove-a1", ground, checks: [{ name: "smoke" }], load, dollars: 0.123 });
    for (const part of ["pool: pool", "stage: stack, bucket", "beside: table beside", "smoke", "900 mails", "$0.12"])
      expect(text).toContain(part);
    expect(shownPlan({ stage: "s", ground, checks: [], load, dollars: undefined })).toContain("It costs nothing.");
  });
});

describe("shownPlan() after a killed run", () => {
  it("says what is taken down first", () => {
    const ground = proofWorld().ground();
    const entry = { version: 1, stage: "prove-a1", account: "1", region: "r" } as const;
    const earlier = { ...entry, startedAt: "2026-11-27T05:00:00.000Z", begun: ["pool", "stage"] };
    const plan = { stage: "prove-a1", ground, checks: [], load, dollars: 0.1 };
    const first = "What an earlier run of 2026-11-27T05:00:00.000Z has left is taken down first: pool, stage.";
    expect(shownPlan({ ...plan, earlier })).toContain(first);
    expect(shownPlan(plan)).not.toContain("earlier");
  });
});

describe("expectedDollars()", () => {
  it("grows with the load and stays below a dollar for a usual one", () => {
    const usual = expectedDollars(aDeployedStage(), load);
    expect(usual).toBeGreaterThan(0);
    expect(usual).toBeLessThan(1);
    expect(expectedDollars(aDeployedStage(), { perSecond: 50, seconds: 1800 })).toBeGreaterThan(usual);
  });
});
