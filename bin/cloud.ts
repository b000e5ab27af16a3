import { join, resolve } from "node:path";
import { App } from "aws-cdk-lib";
import { readSettings, SettingsError } from "../lib/cloud/settings.ts";
import { heraldStacks } from "../lib/cloud/stacks.ts";
import { settingsOfStage } from "../lib/cloud/stage-file.ts";
import { GUIDES_ROOT } from "../lib/guides-site.ts";
import { builtPanel } from "../lib/panel-build.ts";
import { writeGuides } from "../local/guides/write-guides.ts";
import { tellStep } from "../ops/synthesis/told-steps.ts";

/** Every synthesis makes it again; the CDK copies it. */
const GUIDES = resolve(import.meta.dirname, "../node_modules/.cache/herald-guides");

/** The CDK app: `cdk.json` runs it. A deployment's settings are `config/<stage>.ts`, and what that leaves open is in the context. */
try {
  const app = new App();
  const stage: unknown = app.node.tryGetContext("stage");
  const settings = readSettings(app.node, await settingsOfStage(stage));
  tellStep("writing the guides");
  await writeGuides(join(GUIDES, GUIDES_ROOT));
  tellStep("building the panel");
  const panel = await builtPanel();
  tellStep("bundling the functions");
  heraldStacks(app, settings, { panel, guides: GUIDES });
  tellStep("writing the templates");
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
