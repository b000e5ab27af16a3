import { RemovalPolicy } from "aws-cdk-lib";

/**
 * Returns what CloudFormation does with a resource that holds data when its stack is deleted or no longer contains it.
 */
export const removalOf = ({ keepsData }: { readonly keepsData: boolean }): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
