import { expect, it } from "vitest";
import { crashRun, IN_FLIGHT_PER_KILL } from "../support/crash-run.ts";

const KILLS = 5;
/** Without a given seed, the run chooses one. It prints the seed, so that the run can be repeated. */
const seed = Number(process.env.HERALD_CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));

it(`loses nothing that was accepted, and repeats nothing but what was with the provider, when it is killed ${KILLS} times`, async () => {
  console.log(`HERALD_CRASH_SEED=${seed}`);
  const report = await crashRun({ kills: KILLS, seed, perSecond: 40, upForMs: [500, 2500], settleMs: 45_000 });
  console.log(report);
  expect(report.lost).toEqual([]);
  expect(report.sent + report.failed).toBe(report.accepted);
  expect(report.accepted).toBeGreaterThan(10);
  expect(report.repeats).toBeLessThanOrEqual(KILLS * IN_FLIGHT_PER_KILL);
  expect([report.doubled, report.unanswered]).toEqual([[], 0]);
}, 600_000);
