import { createHash } from "node:crypto";
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as pause } from "node:timers/promises";

/** This variable names the data folders of the stacks that test files share, for the length of one run. */
const FOLDER = "HERALD_SHARED_STACKS";
/** A stack stops within 5 s; a machine that others use may add more. */
const STOPS_WITHIN_MS = 20_000;
const PAUSE_MS = 50;

/** This file in a shared stack's folder names its process, from the moment it is spawned. */
export const PID_FILE = "shared.pid";
/** A shared stack prints to this file. */
export const OUTPUT_FILE = "shared.log";

/** All that bundle a function share one build: it is taken again while the files that it read are the same. */
const KEPT_BUILDS = join(import.meta.dirname, "../../node_modules/.cache/herald-builds");

/** Before all files it makes the folder for shared stacks; after them it ends every stack and removes the folder. */
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
 * It answers the data folder of the stack that this worker's files share under these settings. A worker runs one file at a time, so nobody else
 * asks that stack meanwhile. It is undefined outside of a test run.
 */
export function sharedFolder(settings: Readonly<Record<string, string>>): string | undefined {
  const folder = process.env[FOLDER];
  if (folder === undefined) return undefined;
  const named = JSON.stringify(Object.entries(settings).sort());
  const key = createHash("sha256").update(named).digest("hex").slice(0, 12);
  return join(folder, `${process.env.VITEST_POOL_ID ?? "0"}-${key}`);
}

/** It answers the living process of a shared stack's folder, or undefined. */
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

/** A stack stands still between two files, since its timers would take the processor from the others. */
export function suspendShared(folder: string): void {
  const pid = pidIn(folder);
  if (pid !== undefined) process.kill(pid, "SIGSTOP");
}

/** It lets the stack continue. */
export function resumeShared(folder: string): void {
  const pid = pidIn(folder);
  if (pid !== undefined) process.kill(pid, "SIGCONT");
}

/** It ends the stack of a folder, and says how long that took; no worker can wait for the exit code of another one's child. */
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
