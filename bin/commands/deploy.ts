import { resolve } from "node:path";
import { UsageError } from "../../lib/command-line.ts";
import { cdkDeploy } from "../command-line/cdk-deploy.ts";
import { accountArguments, cdkCommand, passedOn, synthesisArguments } from "../command-line/cdk-options.ts";
import { requireStage } from "../command-line/stage.ts";
import { synthesised } from "../command-line/synthesised.ts";

/** `cdk.json`, `config/dev.ts` and `config/prod.example.ts` contain this issuer. */
const EXAMPLE_ISSUER = "https://identity.example.com";

export const command = cdkCommand(
  "Deploy a stage. Needs credentials of its AWS account; herald diff shows before what would change.",
  "options of the CDK's own deploy",
).action(async (_cdk, { stage, json = false, ...given }, deploy) => {
  if (stage === undefined) throw new UsageError("say which stage: --stage NAME");
  requireStage(stage);
  await refuseExamples(stage, given.context ?? []);
  const { folder } = await synthesised(stage, synthesisArguments(given));
  const options = [...accountArguments(given), ...passedOn(deploy.args)];
  await cdkDeploy({ stage, app: resolve(folder), options, json });
});

/**
 * Refuses to deploy an example. An example may be synthesised, but a deployed one would trust the owner of its issuer's
 * domain, whom nobody knows.
 */
async function refuseExamples(stage: string, context: readonly string[]): Promise<void> {
  const { settingsOfStage } = await import("../../lib/cloud/stage-file.ts");
  const { oidcIssuer: written } = await settingsOfStage(stage);
  const [typed] = context.flatMap((one) => /^oidcIssuer=(.+)$/.exec(one)?.[1] ?? []);
  // If neither is given, the value in `cdk.json` applies.
  if ((written ?? typed ?? EXAMPLE_ISSUER) !== EXAMPLE_ISSUER) return;
  throw new UsageError(
    `config/${stage}.ts has the issuer of an example, ${EXAMPLE_ISSUER}: say your identity provider's`,
  );
}
