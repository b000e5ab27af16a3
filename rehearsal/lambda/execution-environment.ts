import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import type { FunctionSettings, Platform } from "./platform.ts";
import { type Outcome, RuntimeApi } from "./runtime-api.ts";

/** Represents one process of a function, which handles one invocation at a time. */
export interface ExecutionEnvironment {
  /** Resolves within the timeout of the function. */
  invoke(payload: string): Promise<Outcome>;
  /** True once the process of the environment has ended. */
  readonly isBroken: boolean;
  stop(): Promise<void>;
}

const RUNTIME = fileURLToPath(new URL("./runtime.ts", import.meta.url));
/** Lambda allows ten seconds for a start (AWS Lambda Developer Guide, "Init phase"). A shared machine needs more. */
const INIT_MS = 30_000;

/**
 * Starts a process with its own Runtime API and with exactly the function's variables and those that Lambda reserves.
 */
export async function startExecutionEnvironment(
  fn: FunctionSettings,
  platform: Platform,
): Promise<ExecutionEnvironment> {
  const api = new RuntimeApi(fn.arn);
  const child = launch(fn, platform, await api.listen());
  const ended = once(child, "close").then(() => {
    api.fail("Runtime.ExitError", `Runtime exited (${child.signalCode ?? child.exitCode})`);
    api.close();
  });
  const stop = async (): Promise<void> => {
    child.kill("SIGKILL");
    await ended;
  };
  try {
    await withinTime(api.ready, INIT_MS, () => api.fail("Sandbox.Timedout", `not ready within ${INIT_MS / 1000} s`));
  } catch (error) {
    await stop();
    throw error;
  }
  return {
    get isBroken() {
      return child.killed || child.exitCode !== null || child.signalCode !== null;
    },
    stop,
    invoke: (payload) =>
      withinTime(api.invoke(payload, fn.timeoutSeconds * 1000), fn.timeoutSeconds * 1000, () => {
        api.fail("Sandbox.Timedout", `Task timed out after ${fn.timeoutSeconds.toFixed(2)} seconds`);
        void stop();
      }),
  };
}

/** Waits for work for a limited time, and then calls `late`, which must settle the work. */
async function withinTime<T>(work: Promise<T>, ms: number, late: () => void): Promise<T> {
  const timer = setTimeout(late, ms);
  try {
    return await work;
  } finally {
    clearTimeout(timer);
  }
}

function launch(fn: FunctionSettings, { preload, onLine, reserved }: Platform, api: string): ChildProcess {
  const options = [
    "--disable-warning=ExperimentalWarning",
    `--max-old-space-size=${fn.memoryMb}`,
    "--import",
    preload(fn),
  ];
  const child = spawn(process.execPath, [...options, RUNTIME, fn.folder], {
    env: { ...fn.environment, ...reserved(fn), AWS_LAMBDA_RUNTIME_API: api },
    cwd: fn.folder,
    stdio: ["ignore", "pipe", "pipe"],
  });
  for (const stream of [child.stdout, child.stderr])
    createInterface({ input: stream }).on("line", (line) => onLine(fn.name, line));
  return child;
}
