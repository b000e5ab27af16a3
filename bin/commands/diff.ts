import { resolve } from "node:path";
import { cdk, differingStacks } from "../command-line/cdk.ts";
import { accountArguments, cdkCommand, passedOn, synthesisArguments } from "../command-line/cdk-options.ts";
import { printJson } from "../command-line/output.ts";
import { synthesised } from "../command-line/synthesised.ts";

export const command = cdkCommand(
  "Compare a stage with what is deployed of it. Needs credentials of its AWS account.",
  "options of the CDK's own diff; with --fail a difference is exit code 1",
).action(async (_cdk, { stage, json = false, ...given }, diff) => {
  const { folder } = await synthesised(stage, synthesisArguments(given));
  const options = ["--app", resolve(folder), ...accountArguments(given), ...passedOn(diff.args)];
  if (!json) process.exitCode = await cdk(["diff", ...options]);
  else {
    const differing = await differingStacks(options);
    printJson({ stage, differs: differing > 0, stacks: differing });
  }
});
