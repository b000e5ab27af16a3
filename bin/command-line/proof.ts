import { randomBytes } from "node:crypto";
import { join } from "node:path";
import type { DeployedStage } from "../../ops/cost/deployed-stage.ts";
import { checksOf } from "../../ops/prove/checks.ts";
import { Journal } from "../../ops/prove/journal.ts";
import { keepReport } from "../../ops/prove/kept-report.ts";
import { shownPlan } from "../../ops/prove/plan.ts";
import type { Ground } from "../../ops/prove/port.ts";
import { clean, prove } from "../../ops/prove/prove.ts";
import type { LoadPlan } from "../../ops/prove/proving.ts";
import { leftOutOf, type Report } from "../../ops/prove/report.ts";
import { lockRun } from "../../ops/prove/run-lock.ts";
import { ask } from "./ask.ts";
import { cleaningCommand } from "./cleaning-command.ts";
import { EXIT } from "./exit-codes.ts";
import { print, printJson, say } from "./output.ts";

export interface ProofOptions {
  readonly stage: string;
  readonly ground: Ground;
  readonly deployed: DeployedStage;
  readonly load: LoadPlan;
  /** Says whether the system tests run, too. */
  readonly withTests: boolean;
  /** The plan expects this cost. It is undefined if the run costs nothing. */
  readonly dollars: number | undefined;
  /** This folder holds reports and journals. */
  readonly folder: string;
  readonly isAgreed: boolean;
  readonly json: boolean;
  readonly signal: AbortSignal;
}

const MARK_BYTES = 4;
const EXITS = { proven: EXIT.done, cleaned: EXIT.done, failed: EXIT.failed, interrupted: EXIT.interrupted } as const;

/**
 * Shows the plan, asks, runs the checks of `herald prove` and keeps their report. Sets the exit code, and returns the
 * report.
 */
export function runProof(options: ProofOptions): Promise<Report> {
  return alone(options, () => proven(options));
}

async function proven(options: ProofOptions): Promise<Report> {
  const { stage, ground, deployed, load, withTests, dollars, folder, isAgreed, signal } = options;
  const journal = journalOf(folder, stage);
  const earlier = journal.of({ stage, account: ground.account, region: ground.region });
  const mark = randomBytes(MARK_BYTES).toString("hex");
  const checks = checksOf({ ground, deployed, mark, plan: load, withTests, say });
  say(shownPlan({ stage, ground, checks, load, dollars, earlier }));
  await ask({ text: "All of this is made and taken down now.", agreed: "yes", isAgreed });
  const proof = {
    stage,
    ground,
    checks,
    expectedDollars: dollars,
    cleaning: cleaningCommand({ stage, region: ground.region, folder }),
  };
  const report = await prove(proof, { say, now: Date.now, journal, signal });
  return told(report, options);
}

type CleanOptions = Omit<ProofOptions, "deployed" | "load" | "withTests" | "dollars">;

/** Takes down what an earlier run has left. */
export function cleanProof(options: CleanOptions): Promise<Report> {
  return alone(options, () => cleaned(options));
}

async function cleaned(options: CleanOptions): Promise<Report> {
  const { stage, ground, folder, isAgreed, signal } = options;
  const journal = journalOf(folder, stage);
  journal.of({ stage, account: ground.account, region: ground.region });
  const all = [...ground.makings, ground.beside].map(({ name }) => name).join(", ");
  await ask({ text: `Of the stage ${stage} in ${ground.name}, all is taken down: ${all}.`, agreed: "yes", isAgreed });
  const cleaning = cleaningCommand({ stage, region: ground.region, folder });
  const tools = { say, now: Date.now, journal, signal };
  return told(await clean({ stage, ground, cleaning }, tools), options);
}

/** Runs work under a lock, because each of two runs of a stage would take down what the other one makes. */
async function alone<T>({ folder, stage }: CleanOptions, run: () => Promise<T>): Promise<T> {
  const release = lockRun(join(folder, `${stage}.lock`));
  try {
    return await run();
  } finally {
    release();
  }
}

const journalOf = (folder: string, stage: string): Journal => new Journal(join(folder, `${stage}.journal.json`));

function headline({ result, steps }: Report): string {
  const leftOut = leftOutOf(steps);
  return leftOut.length === 0 ? result : `${result}, without ${leftOut.join(", ")}`;
}

function told(report: Report, { folder, json }: Pick<ProofOptions, "folder" | "json">): Report {
  const { html, json: file } = keepReport(report, folder);
  for (const { what, command, endsAt } of report.left)
    say(endsAt === undefined ? `left: ${what}; remove it: ${command}` : `left until ${endsAt}: ${what}`);
  if (json) printJson({ ...report, files: { html, json: file } });
  else print(`${headline(report)}: ${html} and ${file}`);
  process.exitCode = EXITS[report.result];
  return report;
}
