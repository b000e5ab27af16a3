import { RemovalPolicy } from "aws-cdk-lib";

/** What happens to something that holds data when its stack goes or no longer has it. */
export const removalOf = ({ keepsData }: { readonly keepsData: boolean }): RemovalPolicy =>
  keepsData ? RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE : RemovalPolicy.DESTROY;
