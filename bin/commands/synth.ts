import { Command } from "@commander-js/extra-typings";
import {
  contextOption,
  passedOn,
  profileOption,
  regionOption,
  synthesisArguments,
} from "../command-line/cdk-options.ts";
import { jsonOption, print, printJson } from "../command-line/output.ts";
import { synthesised } from "../command-line/synthesised.ts";
import { stageOption } from "../command-line/values.ts";

export const command = new Command()
  .description("Write the CloudFormation templates of a stage, offline.")
  .argument("[cdk...]", "options of the CDK's own synth")
  .allowUnknownOption()
  .addOption(stageOption("a stage, by the name of its file in config"))
  .addOption(contextOption())
  .addOption(profileOption())
  .addOption(regionOption())
  .addOption(jsonOption())
  .action(async (_cdk, { stage, json = false, ...given }, synth) => {
    const options = [...synthesisArguments(given), ...passedOn(synth.args)];
    const { folder, stacks } = await synthesised(stage, options);
    if (json) printJson({ stage, folder, stacks });
    else print([`written to ${folder}:`, ...stacks.map(({ template }) => `  ${template}`)].join("\n"));
  });
