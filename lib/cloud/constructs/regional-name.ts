import { Names, Stack } from "aws-cdk-lib";
import { CfnKeyGroup, CfnOriginAccessControl, CfnResponseHeadersPolicy } from "aws-cdk-lib/aws-cloudfront";
import type { IConstruct } from "constructs";

/** `-ap-southeast-1`, the longest there are. */
const REGION_CHARACTERS = 15;
/** CloudFront's shortest limit on a name, that of an origin access control. */
const CLOUDFRONT_CHARACTERS = 64;

/** A name that the same stage in another region does not have: for what AWS knows once per account, wherever its stack is. */
export const regionalName = (scope: IConstruct, longest: number): string =>
  `${Names.uniqueResourceName(scope, { maxLength: longest - REGION_CHARACTERS })}-${Stack.of(scope).region}`;

/** Names everything of CloudFront in a stack so; the CDK itself does it for functions and cache policies only. */
export function nameByRegion(stack: Stack): void {
  for (const construct of stack.node.findAll()) {
    const property = nameOf(construct);
    if (property !== undefined)
      property.owner.addPropertyOverride(property.path, regionalName(construct, CLOUDFRONT_CHARACTERS));
  }
}

function nameOf(construct: IConstruct) {
  if (construct instanceof CfnResponseHeadersPolicy)
    return { owner: construct, path: "ResponseHeadersPolicyConfig.Name" };
  if (construct instanceof CfnOriginAccessControl) return { owner: construct, path: "OriginAccessControlConfig.Name" };
  return construct instanceof CfnKeyGroup ? { owner: construct, path: "KeyGroupConfig.Name" } : undefined;
}
