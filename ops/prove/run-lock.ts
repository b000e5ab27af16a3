import { randomUUID } from "node:crypto";
import { linkSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { hostname } from "node:os";
import { dirname } from "node:path";
import * as z from "zod";
import { jsonIn } from "./json-in.ts";

const lock = z.object({ run: z.string(), pid: z.int().positive(), host: z.string() });
type Lock = z.output<typeof lock>;

export class RunningError extends Error {
  override readonly name = "RunningError";
}

/**
 * Locks a file for this process, and returns a function that unlocks it. Throws a `RunningError` while another run
 * lives. The lock of a process that has ended on this machine does not count.
 */
export function lockRun(file: string): () => void {
  const own: Lock = { run: randomUUID(), pid: process.pid, host: hostname() };
  mkdirSync(dirname(file), { recursive: true });
  if (!isLinked(file, own)) {
    setAside(file, own);
    if (!isLinked(file, own)) throw refusal(file, lockIn(file));
  }
  return () => {
    if (lockIn(file)?.run === own.run) rmSync(file, { force: true });
  };
}

/** Creates the lock as a link, which appears with its whole content and only if no lock exists. */
function isLinked(file: string, own: Lock): boolean {
  const beside = `${file}.${own.run}`;
  writeFileSync(beside, `${JSON.stringify(own)}\n`, { mode: 0o600 });
  try {
    linkSync(beside, file);
    return true;
  } catch (error) {
    if (codeOf(error) === "EEXIST") return false;
    throw error;
  } finally {
    rmSync(beside, { force: true });
  }
}

/** Removes the lock of a dead process. If another run replaced it in the meantime, that run's lock goes back. */
function setAside(file: string, own: Lock): void {
  const found = lockIn(file);
  if (found !== undefined && isAlive(found)) throw refusal(file, found);
  const aside = `${file}.${own.run}`;
  try {
    renameSync(file, aside);
  } catch (error) {
    if (codeOf(error) === "ENOENT") return;
    throw error;
  }
  const moved = lockIn(aside);
  if (moved?.run !== found?.run) renameSync(aside, file);
  rmSync(aside, { force: true });
}

/** Says whether a process may be alive. Nothing is known about a process on another machine. */
function isAlive({ pid, host }: Lock): boolean {
  if (host !== hostname()) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return codeOf(error) !== "ESRCH";
  }
}

function lockIn(file: string): Lock | undefined {
  try {
    return lock.safeParse(jsonIn(readFileSync(file, "utf8"))).data;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return undefined;
    throw error;
  }
}

const refusal = (file: string, found: Lock | undefined): RunningError =>
  new RunningError(
    `another run of this stage lives (process ${found?.pid ?? "unknown"} on ${found?.host ?? "this machine"}): nothing was done. If that is no proof, delete ${file}`,
  );

const codeOf = (error: unknown): unknown => (error instanceof Error && "code" in error ? error.code : undefined);
