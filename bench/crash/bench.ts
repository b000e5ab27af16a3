import { crashRun, IN_FLIGHT_PER_KILL } from "../../test/support/crash-run.ts";
import { type BenchResult, rounded } from "../bench-result.ts";

const DEFAULT_KILLS = 20;
const TELL_EVERY = 10;

/**
 * Kills the stack with `kill -9` under load `HERALD_CRASH_KILLS` times. The same `HERALD_CRASH_SEED` repeats the kills
 * of an earlier run.
 */
export async function run(): Promise<BenchResult> {
  const kills = Number(process.env.HERALD_CRASH_KILLS ?? DEFAULT_KILLS);
  const seed = Number(process.env.HERALD_CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const startedAt = performance.now();
  const report = await crashRun({
    kills,
    seed,
    perSecond: 120,
    upForMs: [300, 4000],
    settleMs: 60_000 + kills * 5000,
    onKill: (count, accepted) => {
      if (count % TELL_EVERY === 0) console.log(`  ${count} kills, ${accepted} accepted`);
    },
  });
  return {
    name: `${kills} times kill -9 of the whole stack under load`,
    rows: [
      {
        kills,
        accepted: report.accepted,
        sent: report.sent,
        failed: report.failed,
        lost: report.lost.length,
        repeats: report.repeats,
        "repeats allowed": kills * IN_FLIGHT_PER_KILL,
        "keys retried": report.retried,
        "keys that made two": report.doubled.length,
        seed,
      },
    ],
    notes: [
      `${report.killedWithEngine} kills hit the table engine in the same moment, ${report.killedWhileStarting} the stack before it was up.`,
      `${report.requests} requests; ${report.unanswered} under a key were never answered; at most ${report.mostMailsOfOne} mails of one notification.`,
      `Everything had ended and was counted ${rounded(report.settledAfterMs / 1000)} s after the last answer; ${rounded((performance.now() - startedAt) / 1000)} s in all.`,
      ...Object.entries(report.reasons).map(([reason, count]) => `${count} failed: ${reason}`),
      ...report.lost.map((line) => `LOST: ${line}`),
    ],
  };
}
