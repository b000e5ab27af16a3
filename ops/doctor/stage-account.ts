import { existsSync } from "node:fs";
import { pathToFileURL } from "node:url";
import { defaultProvider } from "@aws-sdk/credential-provider-node";
import * as z from "zod";
import { stageFile, stageName } from "../../lib/cloud/stage-path.ts";
import { type AwsCall, awsCall } from "./aws-call.ts";

const CREDENTIALS_MS = 5000;
const placed = z.object({ settings: z.looseObject({ region: z.string().optional() }) });

/**
 * Says whether there are credentials. The search asks several sources of credentials and has a time limit, because the
 * last source, a machine's metadata, may never answer.
 */
export async function hasCredentials(): Promise<boolean> {
  const late = new Promise<false>((resolve) => setTimeout(resolve, CREDENTIALS_MS, false).unref());
  const found = defaultProvider()({}).then(
    () => true,
    () => false,
  );
  return Promise.race([found, late]);
}

export const regionOfMachine = (): string | undefined => process.env.AWS_REGION ?? process.env.AWS_DEFAULT_REGION;

/**
 * Returns the access to a stage's account without loading packages that only deployments need. It reads only the region
 * from the settings.
 */
export async function accountOfStage(stage: string): Promise<{ readonly region: string; readonly aws: AwsCall }> {
  const region = (await regionOfFile(stage)) ?? regionOfMachine();
  if (region === undefined || !(await hasCredentials())) throw new Error("--stage needs AWS credentials and a region");
  return { region, aws: awsCall() };
}

async function regionOfFile(stage: string): Promise<string | undefined> {
  if (!stageName.safeParse(stage).success) throw new Error(`${JSON.stringify(stage)} is no name of a stage`);
  const file = stageFile(stage);
  if (!existsSync(file)) return undefined;
  return placed.safeParse(await import(pathToFileURL(file).href)).data?.settings.region;
}
