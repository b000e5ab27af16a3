import { Command } from "@commander-js/extra-typings";
import { cdk } from "../command-line/cdk.ts";
import {
  accountArguments,
  contextOption,
  passedOn,
  profileOption,
  regionOption,
  synthesisArguments,
} from "../command-line/cdk-options.ts";
import { jsonOption, printJson } from "../command-line/output.ts";
import { synthesised } from "../command-line/synthesised.ts";
import { stageOption } from "../command-line/values.ts";

export const command = new Command()
  .description("Compare a stage with what is deployed of it. Needs credentials of its AWS account.")
  .argument("[cdk...]", "options of the CDK's own diff; with --fail a difference is exit code 1")
  .allowUnknownOption()
  .addOption(stageOption("a stage, by the name of its file in config"))
  .addOption(contextOption())
  .addOption(profileOption())
  .addOption(regionOption())
  .addOption(jsonOption())
  .action(async (_cdk, { stage, json = false, ...given }, diff) => {
    const { folder } = await synthesised(stage, synthesisArguments(given));
    const options = ["diff", "--app", folder, ...accountArguments(given), ...passedOn(diff.args)];
    // The CDK knows no other way to say it to a program than its exit code.
    const code = await cdk(json ? [...options, "--fail"] : options, { isQuiet: json });
    if (json) printJson({ stage, differs: code !== 0 });
    process.exitCode = json ? 0 : code;
  });
