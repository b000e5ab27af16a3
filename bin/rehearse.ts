import { spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync, rmSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";
import { parseArgs } from "node:util";
import { runCommand } from "../lib/command-line.ts";
import { faults, walkAlarms } from "../rehearsal/alarms/walk-alarms.ts";
import { walkErasure } from "../rehearsal/erasure-walk.ts";
import { walkLostTable } from "../rehearsal/lost-table-walk.ts";
import { operatorPolicies } from "../rehearsal/operator.ts";
import { type Rehearsal, startRehearsal } from "../rehearsal/rehearsal.ts";
import { problemsIn, type RehearsalReport } from "../rehearsal/report.ts";
import { walkRestore } from "../rehearsal/restore-walk.ts";
import { shownReport } from "../rehearsal/shown-report.ts";
import { type Stage, type StageSettings, synthesiseStage } from "../rehearsal/stage.ts";
import { walk } from "../rehearsal/walk.ts";
import { interrupted } from "./command-line/interrupt.ts";
import { REHEARSED_PROOF, rehearseProof } from "./command-line/rehearsed-proof.ts";

// Synthesises a production stage, runs its deployment on this machine, and tries it out.

const ROOT = resolve(import.meta.dirname, "..");
const VITEST = join(ROOT, "node_modules/vitest/vitest.mjs");
const SIGNALS = ["SIGINT", "SIGTERM"] as const;
const TESTS_MS = 3_600_000;
/** With these settings, tests do not reach the rate limit and retries come soon. */
const FOR_TESTS = {
  rateBurst: "100000",
  rateRefillPerSecond: "10000",
  backoffBaseSeconds: "1",
  deliveryWindowSeconds: "0",
  templateReconcileMinutes: "1",
};
/** The load of `herald prove` in the rehearsal, which takes half a minute to send. */
const PROOF_LOAD = { perSecond: 5, seconds: 30 };
const USAGE = "usage: npm run rehearse -- [--all] [--alarms] [--stay] [--report] | --prove [--all]";
const OPTIONS = {
  all: { type: "boolean" },
  alarms: { type: "boolean" },
  stay: { type: "boolean" },
  report: { type: "boolean" },
  prove: { type: "boolean" },
} as const;

await runCommand(USAGE, async (args) => {
  const { values } = parseArgs({ args, options: OPTIONS });
  const folder = await mkdtemp(join(tmpdir(), "herald-rehearsal-"));
  const hearing = removedWhenInterrupted(folder);
  try {
    console.log(values.prove ? "synthesising a stage for a proof ..." : "synthesising a production stage ...");
    const stage = await synthesiseStage(join(folder, "assembly"), settingsFor(values), hearing.signal);
    if (values.prove) {
      hearing.stopHearing();
      await proveHere(stage, folder, { withTests: values.all ?? false });
    } else await rehearse(stage, folder, { ...values, ...hearing });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});

interface Wanted {
  readonly all?: boolean;
  readonly alarms?: boolean;
  readonly stay?: boolean;
  readonly report?: boolean;
  readonly prove?: boolean;
}

function settingsFor({ all, prove }: Wanted): StageSettings {
  if (prove) return { ...FOR_TESTS, ...REHEARSED_PROOF };
  return all ? FOR_TESTS : {};
}

interface Hearing {
  readonly signal: AbortSignal;
  readonly stopHearing: () => void;
}

async function rehearse(stage: Stage, folder: string, wanted: Wanted & Hearing): Promise<void> {
  console.log("deploying it here ...");
  const policies = operatorPolicies((page) => readFileSync(join(ROOT, page), "utf8"), stage.name);
  const rehearsal = await startRehearsal({ ...stage, operatorPolicies: policies, folder: join(folder, "data") });
  try {
    const ofWalk = await walkDoors(rehearsal);
    await walkFurther(rehearsal, join(folder, "data", "stack.json"), { ...wanted, ofWalk });
  } finally {
    await rehearsal.stop();
  }
}

/**
 * Walks through every door, and returns the failures of functions so far. If a step fails, the problems that may be its
 * cause are told.
 */
async function walkDoors(rehearsal: Rehearsal): Promise<RehearsalReport["functionFailures"]> {
  try {
    await walk(rehearsal, console.log);
    await walkRestore(rehearsal, console.log);
    await walkErasure(rehearsal, console.log);
    await walkLostTable(rehearsal, console.log);
  } catch (error) {
    tellProblems(problemsIn(rehearsal.report()));
    throw error;
  }
  return [...rehearsal.report().functionFailures];
}

function tellProblems(problems: readonly string[]): void {
  for (const problem of problems) console.error(`FAILED  ${problem}`);
}

interface AfterWalk extends Wanted, Hearing {
  readonly ofWalk: RehearsalReport["functionFailures"];
}

async function walkFurther(rehearsal: Rehearsal, stackFile: string, wanted: AfterWalk): Promise<void> {
  const { all, alarms, report, stay, signal, stopHearing, ofWalk } = wanted;
  if (all || alarms) await walkAlarms(rehearsal, faults, console.log);
  if (all) await runSystemTests(stackFile, signal);
  if (report) console.log(shownReport(rehearsal.report()));
  if (stay) {
    stopHearing();
    await untilInterrupted(stackFile);
  }
  // Tests make functions fail on purpose, for example with chat accounts whose number is not linked, so only failures
  // before the tests count.
  const problems = problemsIn({ ...rehearsal.report(), functionFailures: ofWalk });
  tellProblems(problems);
  if (problems.length > 0) throw new Error(`${problems.length} problems in what would be deployed`);
  console.log("all well");
}

/** Runs the checks of `herald prove`. An interrupt ends the checks, and everything is then taken down. */
async function proveHere(stage: Stage, folder: string, { withTests }: { readonly withTests: boolean }): Promise<void> {
  await rehearseProof({
    stage,
    folder: join(folder, "data"),
    reports: ".herald/prove",
    load: PROOF_LOAD,
    withTests,
    signal: interrupted(),
  });
}

/** Runs the unchanged system tests against the running rehearsal. */
async function runSystemTests(stackFile: string, signal: AbortSignal): Promise<void> {
  const child = spawn(process.execPath, [VITEST, "run", "--config", "vitest.rehearsal.config.ts"], {
    cwd: ROOT,
    env: { ...process.env, HERALD_RUNNING_STACK: stackFile },
    stdio: "inherit",
    timeout: TESTS_MS,
    signal,
  });
  await once(child, "close");
  if (child.exitCode !== 0) throw new Error("the system tests do not pass against what would be deployed");
}

/**
 * Removes the folder when the run is interrupted. Other processes are stopped, and the functions end with this process.
 * `stopHearing` cancels this.
 */
function removedWhenInterrupted(folder: string): Hearing {
  const ending = new AbortController();
  const remove = (): void => {
    ending.abort();
    rmSync(folder, { recursive: true, force: true });
    process.exit(1);
  };
  for (const signal of SIGNALS) process.once(signal, remove);
  const stopHearing = (): void => {
    for (const signal of SIGNALS) process.off(signal, remove);
  };
  return { signal: ending.signal, stopHearing };
}

async function untilInterrupted(stackFile: string): Promise<void> {
  console.log(`it runs on, and ends with Ctrl-C; its addresses and keys: ${stackFile}`);
  await new Promise<void>((resolve) => {
    for (const signal of SIGNALS) process.once(signal, () => resolve());
  });
}
