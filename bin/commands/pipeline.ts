import { UsageError } from "../../lib/command-line.ts";
import { cdkDeploy } from "../command-line/cdk-deploy.ts";
import { accountArguments, cdkCommand, passedOn, synthesisArguments } from "../command-line/cdk-options.ts";
import { requireStage } from "../command-line/stage.ts";

/** This app is not the one of `cdk.json`, because a pipeline deploys that one and must not deploy its own rights. */
const PIPELINE_APP = "node --disable-warning=ExperimentalWarning bin/pipeline.ts";

export const command = cdkCommand(
  "Deploy the rights of the pipeline that deploys a stage: docs/deploy.md.",
  "options of the CDK's own deploy",
).action(async (_cdk, { stage, json = false, ...given }, pipeline) => {
  if (stage === undefined) throw new UsageError("say which stage: --stage NAME");
  requireStage(stage);
  const context = [`-c`, `stage=${stage}`, ...synthesisArguments({ context: given.context })];
  const options = [...context, ...accountArguments(given), ...passedOn(pipeline.args)];
  await cdkDeploy({ stage, app: PIPELINE_APP, options, json });
});
