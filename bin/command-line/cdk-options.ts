import { Command, Option } from "@commander-js/extra-typings";
import { jsonOption } from "./output.ts";
import { collected, stageOption } from "./values.ts";

/**
 * Creates a command about a stage with the CDK options that synthesis and deployment both need. It passes all other
 * options to the CDK unchanged.
 */
export const cdkCommand = (description: string, passedOn: string) =>
  new Command()
    .description(description)
    .argument("[cdk...]", passedOn)
    .allowUnknownOption()
    .addOption(stageOption("a stage, by the name of its file in config"))
    .addOption(contextOption())
    .option("--profile <name>", "of the AWS credentials")
    .option("--region <name>", "of AWS")
    .addOption(jsonOption());

const contextOption = () =>
  new Option(
    "-c, --context <setting=value>",
    "a setting that the stage's file does not have; may be given several times",
  ).argParser(collected);

interface Given {
  readonly context?: readonly string[] | undefined;
  readonly profile?: string | undefined;
  readonly region?: string | undefined;
}

export const accountArguments = ({ profile, region }: Given): string[] => [
  ...(profile === undefined ? [] : ["--profile", profile]),
  ...(region === undefined ? [] : ["--region", region]),
];

export const synthesisArguments = (given: Given): string[] => [
  ...(given.context ?? []).flatMap((one) => ["-c", one]),
  ...accountArguments(given),
];

/** Removes the `--` that npm passes on. */
export const passedOn = (args: readonly string[]): readonly string[] => args.filter((one) => one !== "--");
