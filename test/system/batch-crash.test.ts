import { expect, it } from "vitest";
import { batchKills } from "../support/batch-kills.ts";

const KILLS = 2;
/** A kill may interrupt this many mails at the server, one for each connection of the account. */
const IN_FLIGHT = 10;

it(`creates each item of a batch exactly once under its key, when it is killed ${KILLS} times meanwhile (D41)`, async () => {
  const seed = Number(process.env.HERALD_CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));
  console.log(`HERALD_CRASH_SEED=${seed}`);
  const report = await batchKills({ kills: KILLS, seed });
  console.log(report);
  expect([report.wrong, report.unanswered]).toEqual([[], 0]);
  expect(report.repeated).toBeGreaterThan(0);
  expect(report.repeatedMails).toBeLessThanOrEqual(KILLS * IN_FLIGHT);
}, 600_000);
