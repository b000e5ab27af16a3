import { bootstrapRoleName } from "../../lib/cloud/pipeline/names.ts";
import { executionPolicies, placeOf, rightsDigest } from "../../lib/cloud/pipeline/rights.ts";
import type { Settings } from "../../lib/cloud/settings.ts";
import type { AwsQuestions } from "./aws-questions.ts";
import { type Check, type Finding, failed, ok, skipped, warning } from "./check.ts";
import type { DeploymentQuestions } from "./deployment-questions.ts";

/** The pinned CDK requires this version of the bootstrap. */
const BOOTSTRAP_VERSION = 6;

/** Returns the bootstrap command. With a pipeline it also limits CloudFormation's rights; otherwise the pipeline would be an administrator. */
function bootstrapCommand(settings: Settings, region: string): string {
  const { account = "<account>", bootstrapQualifier: qualifier } = settings;
  const policies = executionPolicies(settings).join(",");
  const limits = `--toolkit-stack-name CDKToolkit-${qualifier} --cloudformation-execution-policies ${policies}`;
  const command = `npx --no-install cdk bootstrap aws://${account}/${region} --qualifier ${qualifier}`;
  return policies === "" ? command : `${command} ${limits}`;
}

export const bootstrap = (
  settings: Settings,
  { parameter, region }: AwsQuestions,
  { attachedPolicies }: DeploymentQuestions,
): Check => ({
  name: "CDK bootstrap",
  look: async (signal) => {
    const version = Number(await parameter(`/cdk-bootstrap/${settings.bootstrapQualifier}/version`, signal));
    const seen = `version ${version}`;
    const command = bootstrapCommand(settings, region);
    if (!(version >= BOOTSTRAP_VERSION)) return failed(version ? seen : `${region} has none`, command);
    const { pipeline } = settings;
    if (pipeline === undefined) return ok(seen);
    const role = bootstrapRoleName(placeOf(settings, pipeline), "cfn-exec");
    const attached = await attachedPolicies(role, signal);
    if ("refusal" in attached)
      return warning(
        `${seen}; the policies of ${role} cannot be read: ${attached.refusal}`,
        "iam:ListAttachedRolePolicies, or look in the console",
      );
    return ofPolicies(attached.found, executionPolicies(settings), { seen, role, command });
  },
});

function ofPolicies(
  found: readonly string[],
  wanted: readonly string[],
  { seen, role, command }: { readonly seen: string; readonly role: string; readonly command: string },
): Finding {
  const more = found.filter((one) => !wanted.includes(one));
  const missing = wanted.filter((one) => !found.includes(one));
  if (more.length + missing.length === 0) return ok(`${seen}, with the stage's policies`);
  const differences = [
    ...(more.length > 0 ? [`has ${more.join(", ")}`] : []),
    ...(missing.length > 0 ? [`lacks ${missing.join(", ")}`] : []),
  ];
  return warning(`${seen}; ${role} ${differences.join(", and ")}`, command);
}

/**
 * Checks that these settings and this version deployed the pipeline's stack, because its policies name the bucket, the
 * topic and the network.
 */
export function pipelineRights(settings: Settings, { stackOutputs }: DeploymentQuestions): readonly Check[] {
  const wanted = rightsDigest(settings);
  if (wanted === undefined) return [];
  const stack = `herald-pipeline-${settings.stage}`;
  const command = `npm run pipeline -- --stage ${settings.stage}, by an administrator: docs/deploy.md, From a pipeline`;
  const look = async (signal: AbortSignal): Promise<Finding> => {
    const outputs = await stackOutputs(stack, signal);
    if ("refusal" in outputs) return skipped(`${stack}: ${outputs.refusal}`, command);
    if (outputs.found.Rights === wanted) return ok(`${stack} is of these settings`);
    return warning(`${stack} is of other settings, or of another version of this program`, command);
  };
  return [{ name: "pipeline's rights", look }];
}
