import { expect, it } from "vitest";
import { fairnessRun } from "../support/fairness-run.ts";

const BACKLOG = 300;
const PER_MAIL_MS = 1000;
/** The most that the busy account's ten connections take in two seconds. A queue without fairness would take the whole backlog first. */
const MOST_OVERTAKEN = 20;

it("does not hold up another owner's mail, or another account's, behind a slow account's backlog (D25)", async () => {
  const report = await fairnessRun({ backlog: BACKLOG, perMailMs: PER_MAIL_MS, probes: 3 });
  console.log(JSON.stringify(report));
  for (const { overtaken } of report.otherOwner) expect(overtaken).toBeLessThanOrEqual(MOST_OVERTAKEN);
  // Nor does one slow account hold up the others of its own owner, who is one message group.
  for (const { overtaken } of report.otherAccount) expect(overtaken).toBeLessThanOrEqual(MOST_OVERTAKEN);
  // It proves nothing unless there was a backlog all the time.
  expect(report.leftOver).toBeGreaterThan(BACKLOG / 4);
}, 600_000);
