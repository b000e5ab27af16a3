import { readFile, rm, writeFile } from "node:fs/promises";
import * as z from "zod";

const WAIT_MS = 5_000;
const LOOK_AGAIN_MS = 20;

const pidFile = z.object({ engine: z.int().positive(), owner: z.int().positive(), databaseFile: z.string() });
type PidFile = z.infer<typeof pidFile>;

/** Notes who runs on this database, for the next start. */
export async function noteEngine(path: string, note: PidFile): Promise<void> {
  await writeFile(path, JSON.stringify(note), { mode: 0o600 });
}

export async function forgetEngine(path: string): Promise<void> {
  await rm(path, { force: true });
}

/**
 * An engine of an earlier start may still be there for a moment, or for good when its guard was killed too: two engines on one
 * database must not be. Ends it. Throws when its owner is alive, or when it does not go.
 */
export async function endLeftOver(path: string): Promise<void> {
  const note = await readNote(path);
  if (!note || !(await isEngine(note))) return;
  if (note.owner !== process.pid && isAlive(note.owner) && (await isParentAlive(note.engine))) {
    throw new Error(`table engine: the data folder is in use by process ${note.owner}`);
  }
  const deadline = Date.now() + WAIT_MS;
  signal(note.engine, "SIGTERM");
  while (await isEngine(note)) {
    if (Date.now() > deadline) throw new Error(`table engine: process ${note.engine} of an earlier start does not end`);
    if (Date.now() > deadline - WAIT_MS / 2) signal(note.engine, "SIGKILL");
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
}

async function readNote(path: string): Promise<PidFile | undefined> {
  try {
    return pidFile.parse(JSON.parse(await readFile(path, "utf8")));
  } catch {
    // No file, or one that was cut short when its writer was killed: nothing is known about an earlier engine.
    return undefined;
  }
}

/** The pid may belong to anything by now: only a process that was started on this database is an engine. */
async function isEngine({ engine, databaseFile }: PidFile): Promise<boolean> {
  try {
    const commandLine = await readFile(`/proc/${engine}/cmdline`, "utf8");
    return commandLine.split("\0").includes(databaseFile);
  } catch {
    return false;
  }
}

/** The parent of an engine is its guarding shell; that gone, the engine is an orphan. */
async function isParentAlive(engine: number): Promise<boolean> {
  try {
    const status = await readFile(`/proc/${engine}/status`, "utf8");
    return Number(/^PPid:\s*(\d+)/m.exec(status)?.[1] ?? 1) > 1;
  } catch {
    return false;
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

function signal(pid: number, name: "SIGTERM" | "SIGKILL"): void {
  try {
    process.kill(pid, name);
  } catch {
    // Gone between the look and the signal: what was wanted.
  }
}
