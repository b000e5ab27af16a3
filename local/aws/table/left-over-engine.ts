import { readFile, rm, writeFile } from "node:fs/promises";
import * as z from "zod";
import { GUARD_NAME } from "./engine-process.ts";

const WAIT_MS = 3_000;
const LOOK_AGAIN_MS = 20;

const pidFile = z.object({ engine: z.int().positive(), owner: z.int().positive(), databaseFile: z.string() });
type PidFile = z.infer<typeof pidFile>;

/** Notes which process uses this database, for the next start. */
export async function noteEngine(path: string, note: PidFile): Promise<void> {
  await writeFile(path, JSON.stringify(note), { mode: 0o600 });
}

export async function forgetEngine(path: string): Promise<void> {
  await rm(path, { force: true });
}

/**
 * An engine of an earlier start may still run for a moment, or permanently if its guard was killed too. Two engines
 * must not share a database, so this function waits for a guarded engine to end, and ends an unguarded engine. Throws
 * if the process that started the engine is alive, or if the engine does not end.
 */
export async function endLeftOver(path: string): Promise<void> {
  const note = await readNote(path);
  if (!note) return;
  await until(async () => !(await isEngine(note)) || !(await isGuarded(note)));
  if (!(await isEngine(note))) return;
  if (await isGuarded(note)) throw new Error(`table engine: the data folder is in use by process ${note.owner}`);
  for (const name of ["SIGTERM", "SIGKILL"] as const) {
    signal(note.engine, name);
    if (await until(async () => !(await isEngine(note)))) return;
  }
  throw new Error(`table engine: process ${note.engine} of an earlier start does not end`);
}

/** Checks a condition repeatedly, for a little longer than a guard takes to end its engine. */
async function until(condition: () => Promise<boolean>): Promise<boolean> {
  for (const deadline = Date.now() + WAIT_MS; Date.now() < deadline; ) {
    if (await condition()) return true;
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return false;
}

async function readNote(path: string): Promise<PidFile | undefined> {
  try {
    return pidFile.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    // Nothing is known about an earlier engine: there is no file, or its writer was killed while writing it.
    return undefined;
  }
}

/** The pid may have been reused, so only a process that was started with this database counts. */
async function isEngine({ engine, databaseFile }: PidFile): Promise<boolean> {
  try {
    const commandLine = await readFile(`/proc/${engine}/cmdline`, "utf8");
    return commandLine.split("\0").includes(databaseFile);
  } catch {
    return false;
  }
}

/** The parent of an engine is its guard, which lives as long as the owner. An engine without a guard is abandoned. */
async function isGuarded({ engine }: PidFile): Promise<boolean> {
  try {
    const status = await readFile(`/proc/${engine}/status`, "utf8");
    const parent = /^PPid:\s*(\d+)/m.exec(status)?.[1];
    const commandLine = await readFile(`/proc/${parent}/cmdline`, "utf8");
    return commandLine.split("\0").includes(GUARD_NAME);
  } catch {
    return false;
  }
}

function signal(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // The process ended just before the signal, as it should.
  }
}
