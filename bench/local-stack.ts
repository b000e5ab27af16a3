import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, resolve } from "node:path";

const ROOT = resolve(import.meta.dirname, "..");
const START_TIMEOUT_MS = 30_000;

export interface StackFile {
  readonly pid: number;
  readonly base_url: string;
  readonly auth_url: string;
  readonly mailbox_url: string;
  readonly chat_simulator_url: string;
  readonly smtp: { readonly host: string; readonly port: number };
  readonly demo: { readonly api_key: string; readonly smtp_account_id: string };
  readonly other: { readonly api_key: string };
}

export interface BenchedStack extends StackFile {
  readonly readyAfterMs: number;
  readonly dataDir: string;
  stop(): Promise<void>;
}

/** Starts the local stack as a separate process with free ports, its own folder, and no effective rate limit. */
export async function startBenchedStack(
  env: Readonly<Record<string, string>> = {},
  dataDir?: string,
): Promise<BenchedStack> {
  const folder = dataDir ?? mkdtempSync(join(tmpdir(), "herald-bench-"));
  const startedAt = performance.now();
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", "bin/herald.ts", "start"], {
    cwd: ROOT,
    stdio: ["ignore", "pipe", "inherit"],
    env: {
      ...process.env,
      HERALD_PORT: "0",
      HERALD_AUTH_PORT: "0",
      HERALD_MAILBOX_PORT: "0",
      HERALD_SMTP_PORT: "0",
      HERALD_CHAT_PORT: "0",
      HERALD_RATE_REFILL: "100000",
      HERALD_RATE_BURST: "1000000",
      ...env,
      HERALD_DATA_DIR: folder,
    },
  });
  await untilReady(child);
  const readyAfterMs = performance.now() - startedAt;
  const file: StackFile = JSON.parse(readFileSync(join(folder, "stack.json"), "utf8"));
  return {
    ...file,
    readyAfterMs,
    dataDir: folder,
    stop: () => stop(child, dataDir === undefined ? folder : undefined),
  };
}

/**
 * Waits until the stack is ready, and reads its output to the end, because the stack would block if nobody read its
 * log.
 */
function untilReady(child: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let seen = "";
    const fail = () => reject(new Error(`the local stack did not start: ${seen}`));
    const deadline = setTimeout(() => child.kill("SIGKILL"), START_TIMEOUT_MS);
    child.once("exit", fail);
    child.stdout?.on("data", (chunk: Buffer) => {
      if (seen.length > 1_000_000) return;
      seen += chunk.toString();
      if (!/^ready/m.test(seen)) return;
      clearTimeout(deadline);
      child.off("exit", fail);
      resolve();
    });
  });
}

async function stop(child: ChildProcess, folder: string | undefined): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    child.kill("SIGTERM");
    await once(child, "exit");
  }
  if (folder !== undefined) rmSync(folder, { recursive: true, force: true });
}
