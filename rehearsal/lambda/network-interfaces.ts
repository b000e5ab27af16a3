import type { Account } from "../iam/account.ts";
import { type Deployment, ofType } from "../resources/deployed.ts";

/**
 * Lambda calls these actions with the role of a function in a network, and checks the permissions before it creates the
 * function.
 */
const LOOK = ["ec2:DescribeNetworkInterfaces", "ec2:DescribeSubnets"];
const MANAGE = [
  "ec2:CreateNetworkInterface",
  "ec2:DeleteNetworkInterface",
  "ec2:AssignPrivateIpAddresses",
  "ec2:UnassignPrivateIpAddresses",
];

/** Throws Lambda's error for a function in a network whose role may not manage network interfaces. */
export function makeNetworkInterfaces(deployment: Deployment, account: Account): void {
  for (const { ref, properties, region, account: owner } of ofType(deployment, "AWS::Lambda::Function")) {
    if (properties.VpcConfig === undefined) continue;
    const caller = { role: String(properties.Role) };
    const ask = (action: string, resource: string): void => {
      if (account.ask({ caller, action, resource, context: {} }).isAllowed) return;
      const [, call = ""] = action.split(":");
      throw new Error(`${ref}: The provided execution role does not have permissions to call ${call} on EC2`);
    };
    for (const action of LOOK) ask(action, "*");
    for (const action of MANAGE) ask(action, `arn:aws:ec2:${region}:${owner}:network-interface/eni-0a1b2c3d4e5f60718`);
  }
}
