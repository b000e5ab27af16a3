import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../lib/command-line.ts";
import { startRehearsal } from "../rehearsal/rehearsal.ts";
import { problemsIn } from "../rehearsal/report.ts";
import { shownReport } from "../rehearsal/shown-report.ts";
import { synthesiseStage } from "../rehearsal/stage.ts";
import { walk } from "../rehearsal/walk.ts";

// Synthesises a production stage, runs what would be deployed on this machine, and walks through it.

const USAGE = "usage: npm run rehearse -- [--stay] [--report]";
const OPTIONS = { stay: { type: "boolean" }, report: { type: "boolean" } } as const;

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  const folder = await mkdtemp(join(tmpdir(), "herald-rehearsal-"));
  try {
    console.log("synthesising a production stage ...");
    const stage = await synthesiseStage(join(folder, "assembly"));
    console.log("deploying it here ...");
    const rehearsal = await startRehearsal({ ...stage, folder: join(folder, "data") });
    try {
      await walk(rehearsal, console.log);
      if (values.report) console.log(shownReport(rehearsal.report()));
      if (values.stay) await untilInterrupted(join(folder, "data", "stack.json"));
      const problems = problemsIn(rehearsal.report());
      for (const problem of problems) console.error(`FAILED  ${problem}`);
      if (problems.length > 0) throw new Error(`${problems.length} problems in what would be deployed`);
      console.log("all well");
    } finally {
      await rehearsal.stop();
    }
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

async function untilInterrupted(stackFile: string): Promise<void> {
  console.log(`it runs on, and ends with Ctrl-C; its addresses and keys: ${stackFile}`);
  await new Promise<void>((resolve) => {
    for (const signal of ["SIGINT", "SIGTERM"] as const) process.once(signal, () => resolve());
  });
}
