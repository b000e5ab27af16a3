import { Annotations, Match } from "aws-cdk-lib/assertions";
import { describe, expect, it } from "vitest";
import { functions } from "../../lib/functions.ts";
import { decide, type Question } from "../../rehearsal/iam/evaluate.ts";
import { statementsIn } from "../../rehearsal/iam/policy.ts";
import { functionIn, resourcesOf, stacksOf, synthesise } from "./stacks/synthesise.ts";
import { VARIANTS } from "./stacks/variants.ts";

const MAILERS = ["sending-account-test", "webhook-test", "deliver-notification", "deliver-webhooks"];
const { subnetIds, vpcId } = VARIANTS.network;
const INTERFACES = [
  "ec2:CreateNetworkInterface",
  "ec2:DescribeNetworkInterfaces",
  "ec2:DescribeSubnets",
  "ec2:DeleteNetworkInterface",
  "ec2:AssignPrivateIpAddresses",
  "ec2:UnassignPrivateIpAddresses",
];

describe("a stage in a network of its own", () => {
  const { service } = synthesise(VARIANTS.network);
  const networkOf = (name: string) => functionIn(service, name)[1].Properties.VpcConfig;
  const roleStatements = (name: string) => {
    const role: string = functionIn(service, name)[1].Properties.Role["Fn::GetAtt"][0];
    return resourcesOf(service, "AWS::IAM::Policy")
      .filter(([, { Properties }]) => Properties.Roles.some(({ Ref }: { Ref: string }) => Ref === role))
      .flatMap(([id, { Properties }]) => {
        const text = JSON.stringify(Properties.PolicyDocument)
          .replaceAll(
            /\{"Fn::Join":\["",\["arn:",\{"Ref":"AWS::Partition"\},":ec2:([a-z0-9-]+:\d+:\*\/\*)"\]\]\}/g,
            '"arn:aws:ec2:$1"',
          )
          .replaceAll(/\{"Fn::\w+":(?:\[[^[\]]*\]|\{[^{}]*\})\}/g, '"arn:other"')
          .replaceAll(/\{"Fn::Join":\["",\[.*?\]\]\}/g, '"arn:other"');
        return statementsIn(JSON.parse(text), id);
      });
  };

  it("has the functions that speak to hosts of their owners in it, and no other", () => {
    const inside = functions.filter(({ name }) => networkOf(name) !== undefined).map(({ name }) => name);
    expect(inside).toEqual(MAILERS);
    for (const name of MAILERS) expect(networkOf(name)).toMatchObject({ SubnetIds: subnetIds });
    const { service: outside } = synthesise(VARIANTS.prod);
    expect(resourcesOf(outside, "AWS::EC2::SecurityGroup")).toEqual([]);
    expect(functions.filter(({ name }) => functionIn(outside, name)[1].Properties.VpcConfig !== undefined)).toEqual([]);
  });

  it("makes a security group that lets nothing in, and outlives the versions of functions that still use it", () => {
    const groups = resourcesOf(service, "AWS::EC2::SecurityGroup");
    expect(groups).toHaveLength(1);
    const [id, group] = groups[0] as (typeof groups)[number];
    expect(group).toMatchObject({ DeletionPolicy: "RetainExceptOnCreate", UpdateReplacePolicy: "Retain" });
    expect(group.Properties).toMatchObject({ VpcId: vpcId });
    expect(group.Properties.SecurityGroupIngress).toBeUndefined();
    expect(group.Properties.SecurityGroupEgress).toEqual(
      expect.arrayContaining([expect.objectContaining({ IpProtocol: "tcp", CidrIp: "0.0.0.0/0" })]),
    );
    for (const name of MAILERS) expect(networkOf(name).SecurityGroupIds).toEqual([{ "Fn::GetAtt": [id, "GroupId"] }]);
  });

  it("takes the security groups of the settings instead, and IPv6 where it is asked for", () => {
    const { service: grouped } = synthesise(VARIANTS.ownGroups);
    expect(resourcesOf(grouped, "AWS::EC2::SecurityGroup")).toEqual([]);
    for (const name of MAILERS)
      expect(functionIn(grouped, name)[1].Properties.VpcConfig).toEqual({
        SubnetIds: subnetIds,
        SecurityGroupIds: VARIANTS.ownGroups.securityGroupIds,
        Ipv6AllowedForDualStack: true,
      });
  });

  it.each(MAILERS)("gives Lambda, and not the code of %s, the right to its interfaces", (name) => {
    const identity = roleStatements(name);
    const ask = (action: string, context: Question["context"]) =>
      decide(
        {
          caller: { role: "arn:aws:iam::123456789012:role/mailer" },
          action,
          resource: /Describe/.test(action) ? "*" : "arn:aws:ec2:eu-central-1:123456789012:network-interface/eni-1",
          context,
        },
        { identity, resource: [] },
      ).isAllowed;
    const byCode = { "lambda:sourcefunctionarn": "arn:aws:lambda:eu-central-1:123456789012:function:any" };
    expect(INTERFACES.filter((action) => !ask(action, {}))).toEqual([]);
    expect([...INTERFACES, "ec2:DetachNetworkInterface"].filter((action) => ask(action, byCode))).toEqual([]);
  });

  it("gives no right to interfaces to a function outside", () => {
    const outside = functions.filter(({ name }) => !MAILERS.includes(name));
    const rights = outside.flatMap(({ name }) => roleStatements(name).flatMap(({ actions }) => actions));
    expect(rights.filter((action) => action.startsWith("ec2:"))).toEqual([]);
  });

  it("warns at the synthesis that one subnet is one availability zone", () => {
    const one = { ...VARIANTS.network, subnetIds: subnetIds.slice(0, 1) };
    const warnings = (given: object) =>
      stacksOf({ ...given }, ({ service: stack }) =>
        Annotations.fromStack(stack).findWarning("*", Match.stringLikeRegexp("one subnet is one availability zone")),
      );
    expect(warnings(one)).toHaveLength(1);
    expect(warnings(VARIANTS.network)).toEqual([]);
  });
});
