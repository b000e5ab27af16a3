import { Stack } from "aws-cdk-lib";
import { CfnKeyGroup, CfnOriginAccessControl, CfnResponseHeadersPolicy } from "aws-cdk-lib/aws-cloudfront";
import type { IConstruct } from "constructs";

/** A name contains this many characters of the hash of its construct's path. */
const HASH_CHARACTERS = 8;

/**
 * Returns a name that differs between regions, for resources whose names AWS keeps once per account. With the longest
 * names of stage and region it has 59 characters; the shortest limit, that of an origin access control, is 64.
 */
export function regionalName(scope: IConstruct): string {
  const { stackName, region } = Stack.of(scope);
  return `${stackName}-${scope.node.addr.slice(-HASH_CHARACTERS)}-${region}`;
}

/**
 * Gives regional names to all CloudFront resources of a stack. The CDK itself does so only for functions and cache
 * policies.
 */
export function nameByRegion(stack: Stack): void {
  for (const construct of stack.node.findAll()) {
    const property = nameOf(construct);
    if (property !== undefined) property.owner.addPropertyOverride(property.path, regionalName(construct));
  }
}

function nameOf(construct: IConstruct) {
  if (construct instanceof CfnResponseHeadersPolicy)
    return { owner: construct, path: "ResponseHeadersPolicyConfig.Name" };
  if (construct instanceof CfnOriginAccessControl) return { owner: construct, path: "OriginAccessControlConfig.Name" };
  return construct instanceof CfnKeyGroup ? { owner: construct, path: "KeyGroupConfig.Name" } : undefined;
}
