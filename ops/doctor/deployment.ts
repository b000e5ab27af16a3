import { readSettings } from "../../lib/cloud/settings.ts";
import { settingsOfStage } from "../../lib/cloud/stage-file.ts";
import { awsCall } from "./aws-call.ts";
import type { CloudChecksProps } from "./cloud-checks.ts";
import { hasCredentials, regionOfMachine } from "./stage-account.ts";

/** Reads the settings of a stage and finds the access to its account, if there is any. Throws a `SettingsError`. */
export async function deploymentOf(stage: string): Promise<Omit<CloudChecksProps, "ask">> {
  const settings = readSettings(
    { tryGetContext: (key) => (key === "stage" ? stage : undefined) },
    await settingsOfStage(stage),
  );
  const region = settings.region ?? regionOfMachine();
  return { settings, region, aws: (await hasCredentials()) ? awsCall() : undefined };
}
