import type { Stack } from "aws-cdk-lib";

/** The issuer of an Amazon Cognito user pool (Amazon Cognito Developer Guide, "Verifying JSON web tokens"). */
const ISSUER = /^https:\/\/cognito-idp\.([a-z0-9-]+)\.amazonaws\.com\/(\1_[0-9A-Za-z]+)\/?$/;

/** The id of the pool that an issuer is; undefined for every other identity provider. */
export const userPoolOf = (issuer: string): string | undefined => ISSUER.exec(issuer)?.[2];

/** In the deployment's own account: a pool of another one is not listed. */
export function userPoolArn(stack: Stack, issuer: string): string | undefined {
  const poolId = userPoolOf(issuer);
  const [region] = poolId?.split("_") ?? [];
  if (poolId === undefined || region === undefined) return undefined;
  return stack.formatArn({ service: "cognito-idp", region, resource: "userpool", resourceName: poolId });
}
