import { describe, expect, it } from "vitest";
import { readinessCheck } from "../../../shared/edge/check-readiness.ts";
import { fakeClock } from "../../support/fake-clock.ts";
import { recordingLog } from "../../support/silent-telemetry.ts";

function setUp(answers = { database: true, oidc: true }) {
  const clock = fakeClock();
  const log = recordingLog();
  const asked: number[] = [];
  const checkOf = (name: keyof typeof answers) => async (timeoutMs: number) => {
    asked.push(timeoutMs);
    if (!answers[name]) throw new Error(`no ${name}`);
  };
  const check = readinessCheck({ clock, log, database: checkOf("database"), oidc: checkOf("oidc") });
  return { clock, log, asked, answers, check };
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

  it("says once why a dependency does not work, however many ask", async () => {
    const { log, check } = setUp({ database: false, oidc: true });
    await Promise.all([check(), check()]);
    expect(log.lines.map((line) => JSON.parse(line))).toEqual([
      { level: "ERROR", event: "dependency.unavailable", error: "Error: no database", dependency: "database" },
    ]);
  });

  it("gives each dependency less than the specification's 3 s (L-readiness)", async () => {
    const { asked, check } = setUp();
    await check();
    expect(asked).toHaveLength(2);
    for (const timeoutMs of asked) expect(timeoutMs).toBeLessThan(3000);
  });

  it("asks once for everybody within 5 s, and then again", async () => {
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
