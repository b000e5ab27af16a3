import { App } from "aws-cdk-lib";
import { readSettings, SettingsError } from "../lib/cloud/settings.ts";
import { heraldStacks } from "../lib/cloud/stacks.ts";
import { settingsOfStage } from "../lib/cloud/stage-file.ts";
import { builtGuides } from "../lib/guides-build.ts";
import { builtPanel } from "../lib/panel-build.ts";
import { refuseHiddenSettings } from "../ops/synthesis/cdk-context.ts";
import { tellStep } from "../ops/synthesis/told-steps.ts";

/**
 * `cdk.json` runs this CDK app. `config/<stage>.ts` contains the settings of a deployment; the context provides the
 * others.
 */
try {
  const app = new App();
  const stage: unknown = app.node.tryGetContext("stage");
  const ofStage = await settingsOfStage(stage);
  refuseHiddenSettings(app.node, ofStage);
  const settings = readSettings(app.node, ofStage);
  tellStep("building the panel and the guides");
  const [panel, guides] = await Promise.all([builtPanel(), builtGuides()]);
  tellStep("bundling the functions");
  heraldStacks(app, settings, { panel, guides });
  tellStep("writing the templates");
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
