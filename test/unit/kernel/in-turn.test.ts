import { describe, expect, it } from "vitest";
import { inTurn } from "../../../shared/kernel/in-turn.ts";

describe("inTurn()", () => {
  it("runs work of one name one after the other, and of two names side by side", async () => {
    const turn = inTurn();
    const steps: string[] = [];
    const work = (name: string) => async () => {
      steps.push(`${name} begins`);
      await new Promise(setImmediate);
      steps.push(`${name} ends`);
      return name;
    };
    const answers = await Promise.all([turn("a", work("a1")), turn("a", work("a2")), turn("b", work("b1"))]);
    expect(answers).toEqual(["a1", "a2", "b1"]);
    expect(steps.indexOf("a2 begins")).toBeGreaterThan(steps.indexOf("a1 ends"));
    expect(steps.indexOf("b1 begins")).toBeLessThan(steps.indexOf("a1 ends"));
  });

  it("goes on after a failure, which only its own caller sees", async () => {
    const turn = inTurn();
    const failed = turn("a", () => Promise.reject(new Error("no")));
    const next = turn("a", async () => "yes");
    await expect(failed).rejects.toThrow("no");
    expect(await next).toBe("yes");
  });
});
