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
 * Functions that connect to hosts which owners name. They are the ones that read which private addresses are allowed.
 */
export const isMailer = (definition: FunctionDefinition): boolean =>
  variablesOf(definition).has("PRIVATE_NETWORK_ALLOW");

/**
 * Puts the functions that send mail into the network that the settings name. It looks nothing up, and creates a
 * security group if none is given.
 */
export class MailNetwork extends Construct {
  readonly config: CfnFunction.VpcConfigProperty;
  /** The role of every function in the network needs these policy statements. */
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
   * The group is retained: Lambda keeps interfaces in it for minutes after a function has left, and as long as an older
   * version exists, so deleting it would fail.
   */
  #own({ vpcId, isDualStack }: NetworkSettings): string {
    const to = (addresses: { cidrIp: string } | { cidrIpv6: string }): CfnSecurityGroup.EgressProperty[] => [
      // Owners choose the ports of their mail servers, and AWS is reached over TCP too.
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
 * Lambda manages network interfaces with the function's own role, so the function's code could do so too. Calls by code
 * carry the ARN of a function and are denied. The condition tests only that an ARN is present, since the function has
 * none yet when its role is made.
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
