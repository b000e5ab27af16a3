import { Annotations, RemovalPolicy, Stack } from "aws-cdk-lib";
import { CfnSecurityGroup } from "aws-cdk-lib/aws-ec2";
import { Effect, PolicyStatement } from "aws-cdk-lib/aws-iam";
import type { CfnFunction } from "aws-cdk-lib/aws-lambda";
import { Construct } from "constructs";
import type { FunctionDefinition } from "../../functions.ts";
import { variablesOf } from "../function-variables.ts";
import type { NetworkSettings } from "../network-settings.ts";

/**
 * Lambda needs these actions to manage network interfaces (AWS Lambda Developer Guide, "Required IAM permissions" for a
 * VPC).
 */
const LOOK = ["ec2:DescribeNetworkInterfaces", "ec2:DescribeSubnets"];
const MANAGE = [
  "ec2:CreateNetworkInterface",
  "ec2:DeleteNetworkInterface",
  "ec2:AssignPrivateIpAddresses",
  "ec2:UnassignPrivateIpAddresses",
];
const ALSO_DENIED = "ec2:DetachNetworkInterface";

/**
 * Says whether a function connects to hosts that owners name. Only such functions read which private addresses are
 * allowed.
 */
export const isMailer = (definition: FunctionDefinition): boolean =>
  variablesOf(definition).has("PRIVATE_NETWORK_ALLOW");

/**
 * Puts the functions that send mail into the network that the settings name. It looks nothing up, and creates a
 * security group if none is given.
 */
export class MailNetwork extends Construct {
  readonly config: CfnFunction.VpcConfigProperty;
  /** Every role of a function in the network needs these policy statements. */
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
   * Creates a security group that outlives the stack. Lambda keeps interfaces in the group for minutes after a function
   * has left, and for as long as an older version of it exists, so deleting the group would fail.
   */
  #own({ vpcId, isDualStack }: NetworkSettings): string {
    const to = (addresses: { cidrIp: string } | { cidrIpv6: string }): CfnSecurityGroup.EgressProperty[] => [
      // Owners choose the ports of their mail servers, and the functions reach AWS over TCP too.
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
 * Returns the statements that let Lambda manage network interfaces with the function's own role, which would let the
 * function's code do so too. Calls by code carry the ARN of a function and are denied. The condition tests only that an
 * ARN is present, because the function has none yet when its role is created.
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
