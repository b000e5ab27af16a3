import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { onTestFinished } from "vitest";

/** Starts a mailbox in a process of its own, so that a test may kill it. */
export async function aMailboxProcess(dir: string) {
  const script = fileURLToPath(new URL("serve-mailbox.ts", import.meta.url));
  const child = spawn(process.execPath, ["--disable-warning=ExperimentalWarning", script, dir], {
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const [line] = await once(createInterface({ input: child.stdout }), "line", { signal: AbortSignal.timeout(15_000) });
  const { smtpPort, url } = JSON.parse(line) as { url: string; smtpPort: number };
  return { child, smtpPort, url };
}
