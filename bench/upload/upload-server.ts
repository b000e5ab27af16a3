import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readFileSync } from "node:fs";
import { createServer } from "node:net";
import { join, resolve } from "node:path";
import { setTimeout as pause } from "node:timers/promises";
import { WEB_NODE_OPTIONS } from "../../lib/functions.ts";
import { cpuSeconds, memoryMb, peakMemoryMb, resetPeakMemory } from "../process-memory.ts";

const ROOT = resolve(import.meta.dirname, "../..");
const START_TIMEOUT_MS = 20_000;

export interface MeasuredServer {
  readonly url: string;
  memoryMb(): number;
  /** Returns the peak since the last reset. */
  peakMemoryMb(): number;
  resetPeak(): void;
  /** Returns the processor time since the start, over all threads. */
  cpuSeconds(): number;
  stop(): Promise<void>;
}

/** Starts the upload server as a separate process with the engines of a running local stack. */
export async function startUploadServer(dataDir: string): Promise<MeasuredServer> {
  const port = await freePort();
  const environment: Record<string, string> = JSON.parse(readFileSync(join(dataDir, "functions.env.json"), "utf8"));
  const child = spawn(
    process.execPath,
    ["--disable-warning=ExperimentalWarning", "functions/web/media-upload/server.ts"],
    {
      cwd: ROOT,
      stdio: "ignore",
      env: { ...process.env, ...environment, ...WEB_NODE_OPTIONS, PORT: String(port), HOST: "127.0.0.1" },
    },
  );
  const url = `http://127.0.0.1:${port}`;
  await untilAnswering(url, child);
  const pid = child.pid ?? 0;
  return {
    url,
    memoryMb: () => memoryMb(pid),
    peakMemoryMb: () => peakMemoryMb(pid),
    resetPeak: () => resetPeakMemory(pid),
    cpuSeconds: () => cpuSeconds(pid),
    stop: async () => {
      child.kill("SIGTERM");
      await once(child, "exit");
    },
  };
}

async function freePort(): Promise<number> {
  const probe = createServer().listen(0, "127.0.0.1");
  await once(probe, "listening");
  const address = probe.address();
  probe.close();
  await once(probe, "close");
  if (address === null || typeof address === "string") throw new Error("no port is free");
  return address.port;
}

async function untilAnswering(url: string, child: ChildProcess): Promise<void> {
  const end = Date.now() + START_TIMEOUT_MS;
  while (Date.now() < end && child.exitCode === null) {
    try {
      await fetch(url);
      return;
    } catch {
      await pause(50);
    }
  }
  throw new Error("the upload server did not start");
}
