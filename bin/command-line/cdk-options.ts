import { Option } from "@commander-js/extra-typings";
import { collected } from "./values.ts";

/** Options of the CDK that synthesis and deployment both need; the rest goes to the CDK's program as it is. */
export const contextOption = () =>
  new Option(
    "-c, --context <setting=value>",
    "a setting in the place of the stage's own; may be given several times",
  ).argParser(collected);
export const profileOption = () => new Option("--profile <name>", "of the AWS credentials");
export const regionOption = () => new Option("--region <name>", "of AWS");

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

/** Without the `--` that npm passes on. */
export const passedOn = (args: readonly string[]): readonly string[] => args.filter((one) => one !== "--");
