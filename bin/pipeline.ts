import { App, Tags } from "aws-cdk-lib";
import { PipelineStack } from "../lib/cloud/pipeline/pipeline-stack.ts";
import { readSettings, SettingsError } from "../lib/cloud/settings.ts";
import { settingsOfStage } from "../lib/cloud/stage-file.ts";

/**
 * This CDK app contains the pipeline's rights, which the pipeline itself cannot deploy: `npm run pipeline -- --stage
 * NAME`.
 */
try {
  const app = new App();
  const stage: unknown = app.node.tryGetContext("stage");
  const settings = readSettings(app.node, await settingsOfStage(stage));
  if (settings.pipeline === undefined) throw new SettingsError("pipelineRepository is not set: docs/deploy.md");
  Tags.of(new PipelineStack(app, settings, settings.pipeline)).add("service", "herald");
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
