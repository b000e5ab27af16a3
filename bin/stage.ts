import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { STAGE_COMMANDS, stageArguments } from "../lib/cloud/stage-arguments.ts";
import { settingsOfStage } from "../lib/cloud/stage-file.ts";
import { stageFile } from "../lib/cloud/stage-path.ts";
import { runCommand, UsageError } from "../lib/command-line.ts";

const ROOT = resolve(import.meta.dirname, "..");
const CDK = resolve(ROOT, "node_modules/aws-cdk/bin/cdk");
/** Of `cdk.json`, `config/dev.ts` and `config/prod.example.ts`. */
const EXAMPLE_ISSUER = "https://identity.example.com";

const USAGE = `usage: npm run ${STAGE_COMMANDS} -- [--stage NAME] [options of the CDK's own command]`;

await runCommand(USAGE, async (args) => {
  const found = stageArguments(args, { hasTerminal: process.stdin.isTTY });
  if (found === undefined) throw new UsageError(`say ${STAGE_COMMANDS}`);
  const { stage, cdk } = found;
  if (stage !== undefined && !existsSync(stageFile(stage)))
    throw new UsageError(`there is no config/${stage}.ts: copy config/prod.example.ts or config/dev.ts`);
  if (args[0] === "deploy") await refuseExamples(stage, args);
  const { status, error } = spawnSync(process.execPath, [CDK, ...cdk], { cwd: ROOT, stdio: "inherit" });
  if (error) throw error;
  process.exitCode = status ?? 1;
});

/** Looking at an example is fine. Deployed, it would trust the owner of its identity provider's name, who is nobody we know. */
async function refuseExamples(stage: string | undefined, args: readonly string[]): Promise<void> {
  if (stage === undefined) throw new UsageError("say which stage: --stage NAME");
  const { oidcIssuer: written } = await settingsOfStage(stage);
  const [typed] = args.flatMap((one) => /(?:^|=)oidcIssuer=(.+)$/.exec(one)?.[1] ?? []);
  // With neither, that of `cdk.json` counts.
  if ((written ?? typed ?? EXAMPLE_ISSUER) !== EXAMPLE_ISSUER) return;
  throw new UsageError(
    `config/${stage}.ts has the issuer of an example, ${EXAMPLE_ISSUER}: say your identity provider's`,
  );
}
