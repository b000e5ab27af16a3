import { batchKills } from "../../test/support/batch-kills.ts";
import type { BenchResult } from "../bench-result.ts";

const KILLS = Number(process.env.HERALD_CRASH_KILLS ?? 20);

/**
 * Kills the whole stack with `kill -9` during batches with idempotency keys, and repeats the batches until they are
 * answered. Each item must be accepted exactly once (D41).
 */
export async function run(): Promise<BenchResult> {
  const seed = Number(process.env.HERALD_CRASH_SEED ?? Math.floor(Math.random() * 2 ** 31));
  const { batches, repeated, unanswered, wrong, mails, repeatedMails } = await batchKills({ kills: KILLS, seed });
  return {
    name: `${KILLS} times kill -9 of the whole stack during batches`,
    rows: [
      {
        kills: KILLS,
        batches,
        repeated,
        unanswered,
        wrong: wrong.length,
        mails,
        "mails that came twice": repeatedMails,
        seed,
      },
    ],
    notes: [
      "Batches of 25, every other one atomic. A mail that was with the server at a kill may come twice.",
      ...wrong.slice(0, 20).map((line) => `WRONG: ${line}`),
    ],
  };
}
