import { parseArgs } from "node:util";

/** Another app than that of `cdk.json`: a pipeline deploys that one, and not its own rights. */
const PIPELINE_APP = "node_modules/.bin/node --disable-warning=ExperimentalWarning bin/pipeline.ts";

/** The arguments of each command of the CDK, beside those that the operator adds. */
const COMMANDS: Readonly<Record<string, readonly string[]>> = {
  synth: ["synth", "--quiet"],
  // It takes all stacks by itself, and knows no option for that.
  diff: ["diff"],
  deploy: ["deploy", "--all"],
  pipeline: ["deploy", "--all", "--app", PIPELINE_APP],
};
const STAGE = { stage: { type: "string" } } as const;
const APPROVAL = "--require-approval";

export const STAGE_COMMANDS = Object.keys(COMMANDS).join("|");

export interface StageArguments {
  readonly stage: string | undefined;
  readonly cdk: readonly string[];
}

/** For the CDK's own program; undefined when there is no such command. */
export function stageArguments(
  [command = "", ...rest]: readonly string[],
  { hasTerminal }: { readonly hasTerminal: boolean },
): StageArguments | undefined {
  const given = COMMANDS[command];
  if (given === undefined) return undefined;
  const { values, tokens } = parseArgs({ args: rest, options: STAGE, strict: false, tokens: true });
  const stage = typeof values.stage === "string" ? values.stage : undefined;
  const own = new Set(tokens.flatMap(ownArguments));
  const passed = rest.filter((_, i) => !own.has(i));
  const context = stage === undefined ? [] : ["-c", `stage=${stage}`];
  const isAnswered = passed.some((one) => one === APPROVAL || one.startsWith(`${APPROVAL}=`));
  // Without a terminal the CDK cannot ask, and would end there.
  const approval = command === "deploy" && !hasTerminal && !isAnswered ? [APPROVAL, "never"] : [];
  return { stage, cdk: [...given, ...context, ...approval, ...passed] };
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
