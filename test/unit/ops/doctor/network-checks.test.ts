import { describe, expect, it } from "vitest";
import type { StageSettings } from "../../../../lib/cloud/settings.ts";
import type { AwsRequest } from "../../../../ops/doctor/aws-call.ts";
import { runChecks } from "../../../../ops/doctor/check.ts";
import { cloudChecks } from "../../../../ops/doctor/cloud-checks.ts";
import { account, provider, settings } from "./account.ts";

const VPC = "vpc-0a1b2c3d";
const [FIRST, SECOND] = ["subnet-0a1b2c3d", "subnet-0b1b2c3d"] as const;
const network = { vpcId: VPC, subnetIds: [FIRST, SECOND] };

type Fields = { readonly [name: string]: string | Fields | readonly Fields[] | readonly string[] };
const itemXml = (item: Fields | string): string => `<item>${typeof item === "string" ? item : xmlOf(item)}</item>`;
const xmlOf = (fields: Fields): string =>
  Object.entries(fields)
    .map(([name, value]) => {
      if (Array.isArray(value))
        return value.length === 0 ? `<${name}/>` : `<${name}>${value.map(itemXml).join("")}</${name}>`;
      return `<${name}>${typeof value === "string" ? value : xmlOf(value as Fields)}</${name}>`;
    })
    .join("\n");

const subnet = (subnetId: string, availabilityZone: string, vpcId = VPC) => ({ subnetId, vpcId, availabilityZone });
const LOCAL = { destinationCidrBlock: "10.0.0.0/16", gatewayId: "local", state: "active" };
const NAT = { destinationCidrBlock: "0.0.0.0/0", natGatewayId: "nat-1", state: "active" };
const table = (routeTableId: string, routes: readonly Fields[], associations: readonly Fields[]) => ({
  routeTableId,
  routeSet: [LOCAL, ...routes],
  associationSet: associations,
});
const MAIN = [{ main: "true" }];
const gateway = (service: string, routeTableIdSet: readonly string[]) => ({
  serviceName: `com.amazonaws.eu-central-1.${service}`,
  ...{ vpcEndpointType: "Gateway", state: "available", privateDnsEnabled: "false", routeTableIdSet },
});
const inside = (service: string, privateDnsEnabled = "true") => ({
  serviceName: `com.amazonaws.eu-central-1.${service}`,
  ...{ vpcEndpointType: "Interface", state: "available", privateDnsEnabled, routeTableIdSet: [] },
});
const nat = (natGatewayId: string, publicIp?: string, state = "available") => ({
  ...{ natGatewayId, state },
  natGatewayAddressSet: [{ privateIp: "10.0.0.9", ...(publicIp && { publicIp }) }],
});

/** Maps actions to the name of the set in the answer, and to its members in an account with everything. */
const SOUND = {
  DescribeSubnets: { subnetSet: [subnet(FIRST, "eu-central-1a"), subnet(SECOND, "eu-central-1b")] },
  DescribeRouteTables: { routeTableSet: [table("rtb-1", [NAT], MAIN)] },
  DescribeVpcEndpoints: { vpcEndpointSet: [gateway("s3", ["rtb-1"]), gateway("dynamodb", ["rtb-1"])] },
  DescribeNatGateways: { natGatewaySet: [nat("nat-1", "203.0.113.5")] },
  DescribeSecurityGroups: { securityGroupInfo: [{ groupId: "sg-0a1b2c3d", vpcId: VPC }] },
} as const;
type Answers = { readonly [action in keyof typeof SOUND]?: Fields | string };

async function examined(given: Partial<StageSettings>, answers: Answers = {}) {
  const ec2 = ({ body = "" }: AwsRequest) => {
    const action = new URLSearchParams(body).get("Action") as keyof typeof SOUND;
    const answer = answers[action] ?? SOUND[action];
    if (typeof answer === "string") {
      const error = `<Response><Errors><Error><Code>${answer}</Code><Message>not for you</Message></Error></Errors></Response>`;
      return { status: answer.startsWith("Unauthorized") ? 403 : 400, text: error };
    }
    return {
      status: 200,
      text: `<?xml version="1.0"?>\n<${action}Response xmlns="http://ec2.amazonaws.com/doc/2016-11-15/"><requestId>1</requestId>${xmlOf(answer)}</${action}Response>`,
    };
  };
  const { aws, asked } = account({ ec2 });
  const checks = cloudChecks({ settings: settings(given), region: "eu-central-1", aws, ask: provider });
  const found = await runChecks(checks.filter(({ name }) => name.startsWith("mail ")));
  return { found: new Map(found.map((one) => [one.name, one])), asked };
}

describe("the network that mail leaves by", () => {
  it("is not looked at where there is none", async () => {
    const { found, asked } = await examined({});
    expect(found.get("mail network")).toMatchObject({ result: "skipped", seen: expect.stringContaining("change") });
    expect(asked).toEqual([]);
  });

  it("is sound: two zones, a NAT gateway with its fixed address, and free ways to S3 and DynamoDB", async () => {
    const { found, asked } = await examined({ ...network, securityGroupIds: ["sg-0a1b2c3d"] });
    expect([...found.values()].map(({ name, result }) => [name, result])).toEqual([
      ["mail network", "ok"],
      ["mail security groups", "ok"],
      ["mail way out", "ok"],
    ]);
    expect(found.get("mail network")?.seen).toBe(`2 subnets of ${VPC} in eu-central-1a, eu-central-1b`);
    expect(found.get("mail way out")?.seen).toContain("mail leaves from 203.0.113.5");
    expect(new URLSearchParams(asked[0]?.body).get("SubnetId.2")).toBe(SECOND);
  });

  it("has the addresses of both NAT gateways where each zone has its own", async () => {
    const second = { ...NAT, natGatewayId: "nat-2" };
    const { found } = await examined(network, {
      DescribeRouteTables: {
        routeTableSet: [
          table("rtb-0", [], MAIN),
          table("rtb-1", [NAT], [{ subnetId: FIRST, main: "false" }]),
          table("rtb-2", [second], [{ subnetId: SECOND, main: "false" }]),
        ],
      },
      DescribeVpcEndpoints: {
        vpcEndpointSet: [gateway("s3", ["rtb-1", "rtb-2"]), gateway("dynamodb", ["rtb-1", "rtb-2"])],
      },
      DescribeNatGateways: { natGatewaySet: [nat("nat-1", "203.0.113.5"), nat("nat-2", "203.0.113.6")] },
    });
    expect(found.get("mail way out")).toMatchObject({
      result: "ok",
      seen: "through nat-1, nat-2; mail leaves from 203.0.113.5, 203.0.113.6",
    });
  });

  const igw = { destinationCidrBlock: "0.0.0.0/0", gatewayId: "igw-1", state: "active" };
  const routes = (...all: readonly Fields[]) => ({ routeTableSet: [table("rtb-1", all, MAIN)] });
  const all = [inside("sqs"), inside("kms"), gateway("s3", ["rtb-1"]), gateway("dynamodb", ["rtb-1"])];
  it.each<[string, string, Answers, string]>([
    [
      "mail network",
      "failed",
      { DescribeSubnets: "InvalidSubnetID.NotFound" },
      "InvalidSubnetID.NotFound, not for you",
    ],
    ["mail network", "skipped", { DescribeSubnets: "UnauthorizedOperation" }, "UnauthorizedOperation"],
    [
      "mail network",
      "failed",
      { DescribeSubnets: { subnetSet: [subnet(FIRST, "a"), subnet(SECOND, "b", "vpc-other")] } },
      `${SECOND} not of ${VPC}`,
    ],
    [
      "mail network",
      "warning",
      { DescribeSubnets: { subnetSet: [subnet(FIRST, "a"), subnet(SECOND, "a")] } },
      "no mail leaves while that zone is down",
    ],
    ["mail way out", "failed", { DescribeRouteTables: routes(igw) }, `${FIRST} is public`],
    ["mail way out", "failed", { DescribeRouteTables: routes({ ...NAT, state: "blackhole" }) }, "ends nowhere"],
    ["mail way out", "failed", { DescribeRouteTables: routes() }, `${FIRST} has no way out, and none to sqs, kms`],
    [
      "mail way out",
      "failed",
      {
        DescribeRouteTables: routes(),
        DescribeVpcEndpoints: { vpcEndpointSet: [...all.slice(1), inside("sqs", "false")] },
      },
      "none to sqs",
    ],
    [
      "mail way out",
      "warning",
      { DescribeRouteTables: routes(), DescribeVpcEndpoints: { vpcEndpointSet: all } },
      "mail servers of the network only",
    ],
    [
      "mail way out",
      "warning",
      {
        DescribeRouteTables: routes({ destinationCidrBlock: "0.0.0.0/0", transitGatewayId: "tgw-1", state: "active" }),
      },
      "through something that is no NAT gateway",
    ],
    [
      "mail way out",
      "warning",
      { DescribeVpcEndpoints: { vpcEndpointSet: [] } },
      "no gateway endpoint of dynamodb and s3",
    ],
    [
      "mail way out",
      "warning",
      { DescribeVpcEndpoints: { vpcEndpointSet: [gateway("s3", ["rtb-9"]), gateway("dynamodb", ["rtb-1"])] } },
      "no gateway endpoint of s3",
    ],
    ["mail way out", "failed", { DescribeNatGateways: { natGatewaySet: [nat("nat-1")] } }, "no public address"],
    [
      "mail way out",
      "failed",
      { DescribeNatGateways: { natGatewaySet: [nat("nat-1", "203.0.113.5", "pending")] } },
      "nat-1 is pending",
    ],
    ["mail way out", "skipped", { DescribeVpcEndpoints: "UnauthorizedOperation" }, "DescribeVpcEndpoints"],
    ["mail way out", "skipped", { DescribeNatGateways: { somethingElse: "1", natGatewaySet: [{}] } }, "cannot be read"],
    [
      "mail security groups",
      "failed",
      { DescribeSecurityGroups: { securityGroupInfo: [{ groupId: "sg-0a1b2c3d", vpcId: "vpc-other" }] } },
      `sg-0a1b2c3d not of ${VPC}`,
    ],
  ])("tells of the %s (%s)", async (name, result, answers, seen) => {
    const { found } = await examined({ ...network, securityGroupIds: ["sg-0a1b2c3d"] }, answers);
    expect(found.get(name)).toMatchObject({ result, seen: expect.stringContaining(seen) });
    expect(found.get(name)?.advice).toBeTruthy();
  });
});
