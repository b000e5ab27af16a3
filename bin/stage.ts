import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { resolve } from "node:path";
import { parseArgs } from "node:util";
import { settingsOfStage, stageFile } from "../lib/cloud/stage-file.ts";
import { runCommand, UsageError } from "../lib/command-line.ts";

const ROOT = resolve(import.meta.dirname, "..");
const CDK = resolve(ROOT, "node_modules/aws-cdk/bin/cdk");
/** The arguments of each command, beside those that the operator adds. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  synth: ["synth", "--quiet"],
  diff: ["diff", "--all"],
  deploy: ["deploy", "--all"],
};
/** Of `cdk.json`, `config/dev.ts` and `config/prod.example.ts`. */
const EXAMPLE_ISSUER = "https://identity.example.com";
const STAGE = { stage: { type: "string" } } as const;

const USAGE = `usage: npm run ${Object.keys(COMMANDS).join("|")} -- [--stage NAME] [options of the CDK's own command]`;

await runCommand(USAGE, async ([command = "", ...rest]) => {
  const given = COMMANDS[command];
  if (given === undefined) throw new UsageError(`say ${Object.keys(COMMANDS).join("|")}`);
  const { values, tokens } = parseArgs({ args: rest, options: STAGE, strict: false, tokens: true });
  const stage = typeof values.stage === "string" ? values.stage : undefined;
  if (stage !== undefined && !existsSync(stageFile(stage)))
    throw new UsageError(`there is no config/${stage}.ts: copy config/prod.example.ts or config/dev.ts`);
  if (command === "deploy") await refuseExamples(stage, rest);
  const own = new Set(tokens.flatMap(ownArguments));
  const passed = rest.filter((_, i) => !own.has(i));
  const context = stage === undefined ? [] : ["-c", `stage=${stage}`];
  const { status, error } = spawnSync(process.execPath, [CDK, ...given, ...context, ...passed], {
    cwd: ROOT,
    stdio: "inherit",
  });
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

interface Token {
  readonly kind: string;
  readonly index: number;
  readonly name?: string;
  readonly inlineValue?: boolean | undefined;
}

/** `--stage x` are two arguments, `--stage=x` is one; a second `--` is for npm, and not for the CDK. */
function ownArguments({ kind, index, name, inlineValue }: Token): number[] {
  if (kind === "option-terminator") return [index];
  if (kind !== "option" || name !== "stage") return [];
  return inlineValue ? [index] : [index, index + 1];
}
