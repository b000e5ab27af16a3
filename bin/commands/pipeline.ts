import { Command } from "@commander-js/extra-typings";
import { UsageError } from "../../lib/command-line.ts";
import { cdk, deployArguments } from "../command-line/cdk.ts";
import {
  accountArguments,
  contextOption,
  passedOn,
  profileOption,
  regionOption,
  synthesisArguments,
} from "../command-line/cdk-options.ts";
import { requireStage } from "../command-line/stage.ts";
import { stageOption } from "../command-line/values.ts";

/** Another app than that of `cdk.json`: a pipeline deploys that one, and not its own rights. */
const PIPELINE_APP = "node --disable-warning=ExperimentalWarning bin/pipeline.ts";

export const command = new Command()
  .description("Deploy the rights of the pipeline that deploys a stage: docs/deploy.md.")
  .argument("[cdk...]", "options of the CDK's own deploy")
  .allowUnknownOption()
  .addOption(stageOption("a stage, by the name of its file in config"))
  .addOption(contextOption())
  .addOption(profileOption())
  .addOption(regionOption())
  .action(async (_cdk, { stage, ...given }, pipeline) => {
    if (stage === undefined) throw new UsageError("say which stage: --stage NAME");
    requireStage(stage);
    const context = [`-c`, `stage=${stage}`, ...synthesisArguments({ context: given.context })];
    const passed = [...context, ...accountArguments(given), ...passedOn(pipeline.args)];
    const options = deployArguments(passed, { hasTerminal: process.stdin.isTTY });
    process.exitCode = await cdk([...options, "--app", PIPELINE_APP]);
  });
