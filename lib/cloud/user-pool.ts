import type { Stack } from "aws-cdk-lib";

/**
 * Matches the issuer URL of an Amazon Cognito user pool (Amazon Cognito Developer Guide, "Verifying JSON web tokens").
 */
const ISSUER = /^https:\/\/cognito-idp\.([a-z0-9-]+)\.amazonaws\.com\/(\1_[0-9A-Za-z]+)\/?$/;

/** Returns the id of the user pool behind an issuer, or undefined for any other identity provider. */
export const userPoolOf = (issuer: string): string | undefined => ISSUER.exec(issuer)?.[2];

/**
 * Returns the ARN of the user pool behind an issuer. It assumes that the pool is in the deployment's own account,
 * because functions cannot list the users of a pool in another account.
 */
export function userPoolArn(stack: Stack, issuer: string): string | undefined {
  const poolId = userPoolOf(issuer);
  const [region] = poolId?.split("_") ?? [];
  if (poolId === undefined || region === undefined) return undefined;
  return stack.formatArn({ service: "cognito-idp", region, resource: "userpool", resourceName: poolId });
}
