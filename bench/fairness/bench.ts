import { type FairnessReport, fairnessRun, type Wait } from "../../test/support/fairness-run.ts";
import { type BenchResult, median } from "../bench-result.ts";

const BACKLOG = 5000;
/** Each of the busy account's ten connections takes this long per mail. */
const PER_MAIL_MS = 250;
const PROBES = 5;

function row(who: string, waits: readonly Wait[]) {
  const ms = waits.map((wait) => wait.ms);
  const overtaken = waits.map((wait) => wait.overtaken);
  return {
    "a single mail of": who,
    mails: waits.length,
    "median wait ms": median(ms),
    "longest wait ms": Math.max(...ms),
    "most of the backlog taken meanwhile": Math.max(...overtaken),
  };
}

/** Measures how long a single mail waits behind a backlog of 5,000 at a server that takes 250 ms for each (D25). */
export async function run(): Promise<BenchResult> {
  const report: FairnessReport = await fairnessRun({ backlog: BACKLOG, perMailMs: PER_MAIL_MS, probes: PROBES });
  return {
    name: `A single mail behind ${BACKLOG} mails of somebody else at ${PER_MAIL_MS} ms each`,
    rows: [row("another owner", report.otherOwner), row("the same owner, another account", report.otherAccount)],
    notes: [
      `${report.leftOver} of the backlog were still waiting when the last of them had arrived.`,
      "Counted from the 202 until the second mail server had taken the mail; the stack, both servers and the client share one machine.",
    ],
  };
}
