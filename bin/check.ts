/**
 * `npm run check` runs all checks in parallel, as many at a time as there are cores. It prints the output of each in
 * one piece when the check ends. The exit code is 1 if any check failed.
 */
import { spawn } from "node:child_process";
import { mkdirSync } from "node:fs";
import { availableParallelism } from "node:os";

/** These scripts of package.json run. The longest comes first, because at the end it would run on alone. */
const STEPS = ["lint:types", "typecheck", "lint:style", "layers", "unused", "openapi", "specification", "language"];
/** A check that hangs is ended after this time. */
const LONGEST_MS = 900_000;

function passes(step: string): Promise<boolean> {
  const startedAt = Date.now();
  const npm = process.platform === "win32" ? "npm.cmd" : "npm";
  const child = spawn(npm, ["run", "--silent", step], { stdio: ["ignore", "pipe", "pipe"], timeout: LONGEST_MS });
  const output: Buffer[] = [];
  for (const stream of [child.stdout, child.stderr]) stream.on("data", (chunk: Buffer) => output.push(chunk));
  return new Promise((resolve) => {
    child.once("error", (error) => output.push(Buffer.from(`${error.message}\n`)));
    // The event `close` also follows an error.
    child.once("close", (code) => {
      const seconds = ((Date.now() - startedAt) / 1000).toFixed(1);
      process.stdout.write(`\n== ${step}: ${code === 0 ? "ok" : "FAILED"} (${seconds} s)\n${Buffer.concat(output)}`);
      resolve(code === 0);
    });
  });
}

const waiting = [...STEPS];
const failed: string[] = [];

async function work(): Promise<void> {
  for (let step = waiting.shift(); step !== undefined; step = waiting.shift()) {
    if (!(await passes(step))) failed.push(step);
  }
}

// The type checker keeps its cache in this folder and does not create the folder itself.
mkdirSync("node_modules/.cache", { recursive: true });
await Promise.all(Array.from({ length: Math.max(2, availableParallelism()) }, work));
process.stdout.write(failed.length === 0 ? "\nall checks passed\n" : `\nfailed: ${failed.join(", ")}\n`);
process.exitCode = failed.length === 0 ? 0 : 1;
