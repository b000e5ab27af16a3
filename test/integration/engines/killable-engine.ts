import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";

export interface KillableEngine {
  readonly endpoint: string;
  readonly pid: number;
  /** Sends kill -9, and waits until the process is gone. */
  kill(): Promise<void>;
}

/** Starts an engine in a process of its own, so that a test may kill it. */
export async function killableEngine(kind: "queue" | "table" | "object", place: string): Promise<KillableEngine> {
  const child = spawn(process.execPath, [fileURLToPath(new URL("./engine-child.ts", import.meta.url)), kind, place], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  const exited = once(child, "exit");
  const first: unknown[] = await Promise.race([
    once(createInterface({ input: child.stdout }), "line"),
    exited.then(([code]) => Promise.reject(new Error(`the engine ended with ${code}`))),
  ]);
  return {
    endpoint: String(first[0]),
    pid: child.pid ?? 0,
    kill: async () => {
      child.kill("SIGKILL");
      await exited;
    },
  };
}
