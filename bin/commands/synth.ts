import { cdkCommand, passedOn, synthesisArguments } from "../command-line/cdk-options.ts";
import { print, printJson } from "../command-line/output.ts";
import { synthesised } from "../command-line/synthesised.ts";

export const command = cdkCommand(
  "Write the CloudFormation templates of a stage, offline.",
  "options of the CDK's own synth",
).action(async (_cdk, { stage, json = false, ...given }, synth) => {
  const options = [...synthesisArguments(given), ...passedOn(synth.args)];
  const { folder, stacks } = await synthesised(stage, options);
  if (json) printJson({ stage, folder, stacks });
  else print([`written to ${folder}:`, ...stacks.map(({ template }) => `  ${template}`)].join("\n"));
});
