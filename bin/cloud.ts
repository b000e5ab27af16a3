import { App } from "aws-cdk-lib";
import { readSettings, SettingsError } from "../lib/cloud/settings.ts";
import { heraldStacks } from "../lib/cloud/stacks.ts";

/** The CDK app: `cdk.json` runs it, its context is the deployment's settings. */
try {
  const app = new App();
  heraldStacks(app, readSettings(app.node));
} catch (error) {
  if (!(error instanceof SettingsError)) throw error;
  console.error(error.message);
  process.exitCode = 1;
}
