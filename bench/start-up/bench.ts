import { type BenchResult, median, rounded } from "../bench-result.ts";
import { startBenchedStack } from "../local-stack.ts";

const RUNS = 5;

/**
 * Measures the time from the start of the process to `ready` on an installed tree, with an empty data folder and with
 * an existing one.
 */
export async function run(): Promise<BenchResult> {
  const first: number[] = [];
  const again: number[] = [];
  for (let i = 0; i < RUNS; i++) {
    const stack = await startBenchedStack();
    first.push(stack.readyAfterMs);
    await stack.stop();
  }
  const kept = await startBenchedStack();
  await kept.stop();
  for (let i = 0; i < RUNS; i++) {
    const stack = await startBenchedStack({}, kept.dataDir);
    again.push(stack.readyAfterMs);
    await stack.stop();
  }
  const row = (name: string, values: number[]) => ({
    start: name,
    "median ms": rounded(median(values)),
    "min ms": rounded(Math.min(...values)),
    "max ms": rounded(Math.max(...values)),
  });
  return {
    name: "Start-up of the local stack",
    rows: [row("empty data folder", first), row("existing data folder", again)],
    notes: [`${RUNS} starts each; without npm and its install check.`],
  };
}
