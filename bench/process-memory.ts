import { readFileSync, writeFileSync } from "node:fs";

const MB = 1_000_000;

/** Reads a figure of a process in MB. Linux reports kibibytes. */
function statusOf(pid: number, name: string): number {
  const kib = new RegExp(`^${name}:\\s+(\\d+) kB`, "m").exec(readFileSync(`/proc/${pid}/status`, "utf8"))?.[1];
  return (Number(kib) * 1024) / MB;
}

/** Returns the resident memory of a process. */
export const memoryMb = (pid: number): number => statusOf(pid, "VmRSS");
/** Returns the peak since the last reset. */
export const peakMemoryMb = (pid: number): number => statusOf(pid, "VmHWM");
export const resetPeakMemory = (pid: number): void => writeFileSync(`/proc/${pid}/clear_refs`, "5");

/**
 * Returns the processor time of a process since its start, over all threads. Linux counts hundredths of a second; after
 * the name in brackets come the state, eleven other fields, user time and system time.
 */
export function cpuSeconds(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "utf8")
    .replace(/^.*\) /, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) / 100;
}
