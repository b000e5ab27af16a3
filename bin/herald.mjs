#!/usr/bin/env node
// This file starts the command line. It must run on any Node, so it is plain JavaScript. It installs the packages that
// the command needs and that are missing, and then runs `herald.ts` on a Node that is new enough.
import { spawn, spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";
import { needsDeveloping } from "./command-line/needs-developing.mjs";
import { countMissing } from "./install-missing.mjs";

const OLDEST_NODE = 24;

const bin = dirname(fileURLToPath(import.meta.url));
const args = process.argv.slice(2);

const isNewEnough = Number.parseInt(process.versions.node, 10) >= OLDEST_NODE;
const scope = needsDeveloping(args) ? "all" : "run";
// The installer runs only if needed, because starting another process takes longer than many commands.
if (!isNewEnough || countMissing(scope) > 0) {
  // The installer's messages go to the error output, because the output belongs to the command.
  const install = [join(bin, "install-missing.mjs"), scope];
  const { status } = spawnSync(process.execPath, install, { stdio: ["ignore", 2, 2] });
  if (status !== 0) process.exit(status ?? 1);
}

if (isNewEnough) {
  // Node's warnings about experimental features would only confuse users.
  const [print] = process.listeners("warning");
  process.removeAllListeners("warning");
  process.on("warning", (warning) => warning.name === "ExperimentalWarning" || print?.(warning));
  const { runHerald } = await import("./herald.ts");
  await runHerald(args);
} else {
  const own = join(bin, "../node_modules/.bin/node");
  const program = existsSync(own) ? own : process.execPath;
  const child = spawn(program, ["--disable-warning=ExperimentalWarning", join(bin, "herald.ts"), ...args], {
    stdio: "inherit",
  });
  for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"]) process.on(signal, () => child.kill(signal));
  child.on("error", (error) => {
    console.error(`herald: ${program} does not start: ${error.message}`);
    process.exit(1);
  });
  child.on("exit", (code, signal) => process.exit(code ?? (signal === null ? 1 : 130)));
}
