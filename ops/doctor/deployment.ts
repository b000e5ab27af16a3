import { defaultProvider } from "@aws-sdk/credential-provider-node";
import { readSettings } from "../../lib/cloud/settings.ts";
import { settingsOfStage } from "../../lib/cloud/stage-file.ts";
import { awsCall } from "./aws-call.ts";
import type { CloudChecksProps } from "./cloud-checks.ts";

const CREDENTIALS_MS = 5000;

/** Where credentials might be is asked in turn; the last place, a machine's own metadata, does not always say no. */
async function hasCredentials(): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, CREDENTIALS_MS, false).unref());
  const found = defaultProvider()({}).then(
    () => true,
    () => false,
  );
  return Promise.race([found, late]);
}

/** A stage by its settings, and the way to its account as far as there is one. Throws a `SettingsError`. */
export async function deploymentOf(stage: string): Promise<Omit<CloudChecksProps, "ask">> {
  const settings = readSettings(
    { tryGetContext: (key) => (key === "stage" ? stage : undefined) },
    await settingsOfStage(stage),
  );
  const region = settings.region ?? process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;
  return { settings, region, aws: (await hasCredentials()) ? awsCall() : undefined };
}
