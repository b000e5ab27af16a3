import { expect, it } from "vitest";
import { crashRun } from "../support/crash-run.ts";

/** The longest wait is shorter than a lease of 90 s and a sweep 60 s later. An idle machine takes seconds. */
const LONGEST_WAIT_MS = 45_000;
const seed = Number(process.env.HERALD_CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));

it("lets no mail wait for the lease of a worker that was killed in the middle of it", async () => {
  console.log(`HERALD_CRASH_SEED=${seed}`);
  const report = await crashRun({ kills: 2, seed, perSecond: 60, upForMs: [4000, 8000], isAsPromised: true });
  console.log(report);
  expect(report.lost).toEqual([]);
  expect(report.sent).toBe(report.accepted);
  expect(report.accepted).toBeGreaterThan(10);
  expect(report.waits.longestMs).toBeLessThan(LONGEST_WAIT_MS);
}, 600_000);
