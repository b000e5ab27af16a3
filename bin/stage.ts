import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { STAGE_COMMANDS, stageArguments } from "../lib/cloud/stage-arguments.ts";
import { stageFile } from "../lib/cloud/stage-file.ts";
import { runCommand, UsageError } from "../lib/command-line.ts";

const ROOT = resolve(import.meta.dirname, "..");
const CDK = resolve(ROOT, "node_modules/aws-cdk/bin/cdk");

const USAGE = `usage: npm run ${STAGE_COMMANDS} -- [--stage NAME] [options of the CDK's own command]`;

await runCommand(USAGE, (args) => {
  const found = stageArguments(args, { hasTerminal: process.stdin.isTTY });
  if (found === undefined) throw new UsageError(`say ${STAGE_COMMANDS}`);
  const { stage, cdk } = found;
  if (stage !== undefined && !existsSync(stageFile(stage)))
    throw new UsageError(`there is no config/${stage}.ts: copy config/prod.example.ts or config/dev.ts`);
  const { status, error } = spawnSync(process.execPath, [CDK, ...cdk], { cwd: ROOT, stdio: "inherit" });
  if (error) throw error;
  process.exitCode = status ?? 1;
});
