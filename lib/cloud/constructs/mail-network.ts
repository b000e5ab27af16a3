import { Annotations, RemovalPolicy, Stack } from "aws-cdk-lib";
import { CfnSecurityGroup } from "aws-cdk-lib/aws-ec2";
import { Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { FunctionDefinition } from "../../functions.ts";
import { variablesOf } from "../function-variables.ts";
import type { NetworkSettings } from "../network-settings.ts";

/** The actions of Lambda on network interfaces (AWS Lambda Developer Guide, "Required IAM permissions" for a VPC). */
const LOOK = ["ec2:DescribeNetworkInterfaces", "ec2:DescribeSubnets"];
const MANAGE = [
  "ec2:CreateNetworkInterface",
  "ec2:DeleteNetworkInterface",
  "ec2:AssignPrivateIpAddresses",
  "ec2:UnassignPrivateIpAddresses",
];
const ALSO_DENIED = "ec2:DetachNetworkInterface";

/** The functions whose code connects to hosts that owners name: those that read which private addresses they may. */
export const isMailer = (definition: FunctionDefinition): boolean =>
  variablesOf(definition).has("PRIVATE_NETWORK_ALLOW");

/** The network that the settings name, as mail's functions are put into it. Nothing of it is looked up or made but a security group. */
export class MailNetwork extends Construct {
  readonly config: CfnFunction.VpcConfigProperty;
  /** For the role of a function in it. */
  readonly statements: readonly PolicyStatement[];

  constructor(scope: Construct, id: string, settings: NetworkSettings) {
    super(scope, id);
    const { subnetIds, securityGroupIds, isDualStack } = settings;
    this.config = {
      subnetIds: [...subnetIds],
      securityGroupIds: securityGroupIds.length > 0 ? [...securityGroupIds] : [this.#own(settings)],
      ...(isDualStack && { ipv6AllowedForDualStack: true }),
    };
    this.statements = interfaceStatements(Stack.of(this));
    if (subnetIds.length > 1) return;
    const message = "subnetIds: one subnet is one availability zone. No mail leaves while it is down; name two.";
    Annotations.of(this).addWarningV2("herald:oneZone", message);
  }

  /**
   * Lambda keeps interfaces in it for some minutes after a function has left, and for as long as an older version of one is there:
   * deleting it would fail.
   */
  #own({ vpcId, isDualStack }: NetworkSettings): string {
    const to = (addresses: { cidrIp: string } | { cidrIpv6: string }): CfnSecurityGroup.EgressProperty[] => [
      // Ports of mail servers are their owners' choice; TCP is also how AWS is spoken to.
      { ...addresses, ipProtocol: "tcp", fromPort: 1, toPort: 65_535, description: "Mail servers and AWS" },
      { ...addresses, ipProtocol: "udp", fromPort: 53, toPort: 53, description: "Name servers of the network" },
    ];
    const group = new CfnSecurityGroup(this, "Outgoing", {
      vpcId,
      groupDescription: "Herald: lets mail out and nothing in",
      securityGroupEgress: [...to({ cidrIp: "0.0.0.0/0" }), ...(isDualStack ? to({ cidrIpv6: "::/0" }) : [])],
    });
    group.applyRemovalPolicy(RemovalPolicy.RETAIN_ON_UPDATE_OR_DELETE);
    return group.attrGroupId;
  }
}

/**
 * Lambda manages the interfaces with the function's own role, and so the function's code could too: calls of code are denied. They are
 * those that carry the ARN of a function; the role is of one function, which has no ARN yet when the role is made.
 */
function interfaceStatements(stack: Stack): PolicyStatement[] {
  const ofAccount = stack.formatArn({ service: "ec2", resource: "*", resourceName: "*" });
  return [
    new PolicyStatement({ sid: "NetworkInterfacesLook", actions: LOOK, resources: ["*"] }),
    new PolicyStatement({ sid: "NetworkInterfacesManage", actions: MANAGE, resources: [ofAccount] }),
    new PolicyStatement({
      sid: "NetworkInterfacesNotByCode",
      effect: Effect.DENY,
      actions: [...LOOK, ...MANAGE, ALSO_DENIED],
      resources: ["*"],
      conditions: { Null: { "lambda:SourceFunctionArn": "false" } },
    }),
  ];
}
