import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** This variable names the folder with the shared stacks' data, for the length of one test run. */
const FOLDER = "HERALD_SHARED_STACKS";
/** A stack stops within 5 s; a busy machine may take longer. */
const STOPS_WITHIN_MS = 20_000;
const PAUSE_MS = 50;

/** The file in a shared stack's folder that names its process, from the moment it is spawned. */
export const PID_FILE = "shared.pid";
/** The file that a shared stack prints to. */
export const OUTPUT_FILE = "shared.log";

/** All stacks that bundle a function share one build, which is used again while the files that it read are unchanged. */
const KEPT_BUILDS = join(import.meta.dirname, "../../node_modules/.cache/herald-builds");

/** Creates the folder for shared stacks before all test files; afterwards ends every stack and removes the folder. */
export async function setup(): Promise<() => Promise<void>> {
  const folder = await mkdtemp(join(tmpdir(), "herald-stacks-"));
  process.env[FOLDER] = folder;
  process.env.HERALD_KEPT_BUILDS = KEPT_BUILDS;
  return async () => {
    await Promise.all(readdirSync(folder).map((name) => stopShared(join(folder, name), "SIGTERM")));
    await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  };
}

/**
 * Returns the data folder of the stack that this worker's files share under these settings, or undefined outside a test
 * run. A worker runs one file at a time, so nobody else uses the stack meanwhile.
 */
export function sharedFolder(settings: Readonly<Record<string, string>>): string | undefined {
  const folder = process.env[FOLDER];
  if (folder === undefined) return undefined;
  const named = JSON.stringify(Object.entries(settings).sort());
  const key = createHash("sha256").update(named).digest("hex").slice(0, 12);
  return join(folder, `${process.env.VITEST_POOL_ID ?? "0"}-${key}`);
}

/** Returns the living process of a shared stack's folder, or undefined. */
export function pidIn(folder: string): number | undefined {
  const file = join(folder, PID_FILE);
  if (!existsSync(file)) return undefined;
  const pid = Number(readFileSync(file, "utf8"));
  return isAlive(pid) ? pid : undefined;
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** Stops a stack's process between two test files, because its timers would take the processor from the others. */
export function suspendShared(folder: string): void {
  const pid = pidIn(folder);
  if (pid !== undefined) process.kill(pid, "SIGSTOP");
}

/** Lets the process of a stack continue. */
export function resumeShared(folder: string): void {
  const pid = pidIn(folder);
  if (pid !== undefined) process.kill(pid, "SIGCONT");
}

/** Ends the stack of a folder and returns how long that took; no worker can wait for the exit code of another worker's child. */
export async function stopShared(folder: string, signal: NodeJS.Signals): Promise<{ code: null; ms: number }> {
  const startedAt = Date.now();
  const pid = pidIn(folder);
  if (pid === undefined) return { code: null, ms: 0 };
  process.kill(pid, signal);
  process.kill(pid, "SIGCONT");
  while (isAlive(pid) && Date.now() < startedAt + STOPS_WITHIN_MS) await pause(PAUSE_MS);
  if (isAlive(pid)) process.kill(pid, "SIGKILL");
  return { code: null, ms: Date.now() - startedAt };
}
