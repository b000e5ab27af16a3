import { createHash } from "node:crypto";
import type { PipelineSettings } from "../pipeline-settings.ts";
import type { Settings } from "../settings.ts";
import { boundaryGrants } from "./boundary-grants.ts";
import { dataGrants } from "./data-grants.ts";
import { deployGrants, stacksGrants } from "./deploy-grants.ts";
import { functionGrants } from "./function-grants.ts";
import { type Grant, global, type Place, pipelineName } from "./names.ts";
import { roleGrants } from "./role-grants.ts";
import { serviceGrants } from "./service-grants.ts";

/** CloudFormation gets these policies. There are several, because IAM limits the length of each. */
const EXECUTION = {
  data: dataGrants,
  functions: functionGrants,
  service: serviceGrants,
  roles: roleGrants,
} as const satisfies Record<string, (place: Place) => readonly Grant[]>;

export const placeOf = (
  { stage, bootstrapQualifier, ...rest }: Settings,
  { account, region }: PipelineSettings,
): Place => ({
  stage,
  account,
  region,
  qualifier: bootstrapQualifier,
  mediaBucket: rest.media?.bucketName,
  chatTopicArn: rest.chatTopicArn,
  bounceDomain: rest.bounceDomain,
  vpcId: rest.network?.vpcId,
});

/** Returns everything that the stack of a pipeline grants, by policy or role. */
export const grantsOf = (place: Place) => ({
  boundary: boundaryGrants(place),
  deploy: deployGrants(place),
  stacks: stacksGrants(place),
  execution: Object.entries(EXECUTION).map(([name, grants]) => ({ name, grants: grants(place) })),
});

/** Returns the ARNs of CloudFormation's policies for the bootstrap, which are none without a pipeline. */
export function executionPolicies(settings: Settings): readonly string[] {
  const { pipeline } = settings;
  if (pipeline === undefined) return [];
  const place = placeOf(settings, pipeline);
  return Object.keys(EXECUTION).map((name) => global(place, "iam", `policy/${pipelineName(name, place)}`));
}

/**
 * Returns a digest that changes when settings or a newer version of this program need other rights, or undefined
 * without a pipeline. The stack publishes it and the doctor compares it.
 */
export function rightsDigest(settings: Settings): string | undefined {
  const { pipeline } = settings;
  if (pipeline === undefined) return undefined;
  const all = JSON.stringify([pipeline, grantsOf(placeOf(settings, pipeline))]);
  return createHash("sha256").update(all).digest("hex");
}
