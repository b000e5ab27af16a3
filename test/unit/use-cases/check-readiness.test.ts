import { describe, expect, it } from "vitest";
import { readinessCheck } from "../../../shared/use-cases/system/check-readiness.ts";
import { fakeClock } from "../../support/fake-clock.ts";

function setUp(answers = { database: true, oidc: true }) {
  const clock = fakeClock();
  const asked: number[] = [];
  const check = readinessCheck({
    clock,
    database: async (timeoutMs) => {
      asked.push(timeoutMs);
      return answers.database;
    },
    oidc: async (timeoutMs) => {
      asked.push(timeoutMs);
      return answers.oidc;
    },
  });
  return { clock, asked, answers, check };
}

describe("readinessCheck()", () => {
  it.each([
    [true, true],
    [true, false],
    [false, true],
    [false, false],
  ])("tells of each dependency: database %s, oidc %s", async (database, oidc) => {
    expect(await setUp({ database, oidc }).check()).toEqual({ database, oidc });
  });

  it("gives each dependency less than the specification's 3 s (L-readiness)", async () => {
    const { asked, check } = setUp();
    await check();
    expect(asked).toHaveLength(2);
    for (const timeoutMs of asked) expect(timeoutMs).toBeLessThan(3000);
  });

  it("asks once for everybody within 5 s, and then anew", async () => {
    const { clock, asked, answers, check } = setUp();
    await Promise.all([check(), check(), check()]);
    clock.advance(4999);
    answers.database = false;
    expect(await check()).toEqual({ database: true, oidc: true });
    expect(asked).toHaveLength(2);
    clock.advance(1);
    expect(await check()).toEqual({ database: false, oidc: true });
    expect(asked).toHaveLength(4);
  });
});
