import { existsSync, readFileSync } from "node:fs";
import { setTimeout as pause } from "node:timers/promises";

const LINES = 400;
/** Herald promises to stop within five seconds. */
const STOP_MS = 10_000;
const ASKED_EVERY_MS = 100;

/** Returns the end of the log, which shows what Herald did last and why it ended. */
export const lastLines = (log) =>
  existsSync(log) ? readFileSync(log, "utf8").trimEnd().split("\n").slice(-LINES).join("\n") : "there is no log";

/** Signals the process and everything that it started. Returns false if none is left. */
function signal(pid, name) {
  try {
    process.kill(process.platform === "win32" ? pid : -pid, name);
    return true;
  } catch {
    return false;
  }
}

/** Ends the process gracefully, and by force if that does not work. */
export async function stop(pid) {
  if (!pid || !signal(pid, "SIGTERM")) return;
  for (const endMs = Date.now() + STOP_MS; Date.now() < endMs; await pause(ASKED_EVERY_MS)) if (!signal(pid, 0)) return;
  signal(pid, "SIGKILL");
}
