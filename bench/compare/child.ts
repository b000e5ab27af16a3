import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync } from "node:fs";
import { createInterface, type Interface } from "node:readline";

const START_TIMEOUT_MS = 60_000;
const STOP_TIMEOUT_MS = 8000;
const TICKS_PER_SECOND = 100;

export interface Started {
  readonly child: ChildProcess;
  /** This line said that the script is ready. */
  readonly line: string;
}

export interface ScriptOptions {
  readonly args?: readonly string[];
  readonly env?: NodeJS.ProcessEnv;
  /** The line that says that the script is ready matches this pattern. The default is any line. */
  readonly ready?: RegExp;
  readonly withinMs?: number;
}

/** Starts a script on this Node and waits until it is ready. Its error output goes to that of this process. */
export async function startScript(script: string, options: ScriptOptions = {}): Promise<Started> {
  const { args = [], env = {}, ready = /./, withinMs = START_TIMEOUT_MS } = options;
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, ...args], {
    stdio: ["ignore", "pipe", "inherit"],
    env: { ...process.env, ...env },
  });
  const lines = createInterface({ input: child.stdout });
  const failed = once(child, "exit").then(([code]) => {
    throw new Error(`${script} ended with ${code} before it was ready`);
  });
  failed.catch(() => {});
  const found = lineLike(lines, ready);
  const late = setTimeout(() => child.kill("SIGKILL"), withinMs);
  const line = await Promise.race([found, failed]).finally(() => clearTimeout(late));
  return { child, line };
}

const lineLike = (lines: Interface, wanted: RegExp): Promise<string> =>
  new Promise((resolve) => {
    lines.on("line", (line) => {
      if (wanted.test(line)) resolve(line);
    });
  });

export async function end(child: ChildProcess | undefined, signal: NodeJS.Signals = "SIGTERM"): Promise<void> {
  if (child === undefined || child.exitCode !== null || child.signalCode !== null) return;
  const exited = once(child, "exit");
  child.kill(signal);
  const last = setTimeout(() => child.kill("SIGKILL"), STOP_TIMEOUT_MS);
  await exited;
  clearTimeout(last);
}

/** Returns the ids of a process and all its descendants (proc(5)). */
export function familyOf(pid: number | undefined): number[] {
  if (pid === undefined) return [];
  const children = statuses().filter(({ parent }) => parent === pid);
  return [pid, ...children.flatMap((child) => familyOf(child.pid))];
}

function statuses(): { pid: number; parent: number; cpuMs: number }[] {
  return readdirSync("/proc")
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      const status = statusOf(Number(name));
      return status ? [status] : [];
    });
}

function statusOf(pid: number): { pid: number; parent: number; cpuMs: number } | undefined {
  try {
    const fields = readFileSync(`/proc/${pid}/stat`, "utf8").split(") ").at(-1)?.split(" ") ?? [];
    const ticks = Number(fields[11]) + Number(fields[12]);
    return { pid, parent: Number(fields[1]), cpuMs: (ticks * 1000) / TICKS_PER_SECOND };
  } catch {
    return undefined;
  }
}

/** Returns the processor time of these processes so far, over all threads, in milliseconds. */
export const cpuMsOf = (pids: readonly number[]): number =>
  pids.reduce((sum, pid) => sum + (statusOf(pid)?.cpuMs ?? 0), 0);

/**
 * Returns the memory of these processes in MiB. Shared memory counts once if the kernel reports it (PSS), and otherwise
 * once for each process.
 */
export function memoryMiB(pids: readonly number[]): number {
  return pids.reduce((sum, pid) => sum + memoryOf(pid), 0) / 1024;
}

function memoryOf(pid: number): number {
  for (const [file, field] of [
    ["smaps_rollup", "Pss"],
    ["status", "VmRSS"],
  ] as const) {
    try {
      const found = new RegExp(`^${field}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/${file}`, "utf8"));
      if (found) return Number(found[1]);
    } catch {
      // The process has ended, or the kernel does not provide the file.
    }
  }
  return 0;
}
