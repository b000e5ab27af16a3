import { parseXML } from "@aws-sdk/xml-builder";
import * as z from "zod";
import type { AwsCall } from "./aws-call.ts";
import { messageIn } from "./aws-questions.ts";
import type { Found } from "./deployment-questions.ts";

const text = z.string();
const optional = text.optional();

/**
 * Returns the items of a set, which EC2 lists as `<item>`. The XML parser returns no array for a single item, and no
 * items for an empty set.
 */
const itemsIn = (set: unknown): unknown => {
  if (typeof set !== "object" || set === null || !("item" in set)) return [];
  return Array.isArray(set.item) ? set.item : [set.item];
};
const setOf = <T extends z.ZodType>(item: T) => z.preprocess(itemsIn, z.array(item));
/** Parses the list with this name in an answer of EC2. */
const listed = <T extends z.ZodType>(name: string, item: T) =>
  z
    .record(z.string(), z.unknown())
    .transform(({ [name]: set }) => set)
    .pipe(setOf(item));

const subnet = z.looseObject({ subnetId: text, vpcId: text, availabilityZone: text });
const route = z.looseObject({
  destinationCidrBlock: optional,
  natGatewayId: optional,
  gatewayId: optional,
  state: optional,
});
const routeTable = z.looseObject({
  routeTableId: text,
  routeSet: setOf(route),
  associationSet: setOf(z.looseObject({ subnetId: optional, main: optional })),
});
const endpoint = z.looseObject({
  serviceName: text,
  vpcEndpointType: text,
  state: text,
  privateDnsEnabled: optional,
  routeTableIdSet: setOf(text),
});
const natGateway = z.looseObject({
  natGatewayId: text,
  state: text,
  natGatewayAddressSet: setOf(z.looseObject({ publicIp: optional })),
});
const securityGroup = z.looseObject({ groupId: text, vpcId: optional });

export type Subnet = z.output<typeof subnet>;
export type Route = z.output<typeof route>;
export type RouteTable = z.output<typeof routeTable>;
export type Endpoint = z.output<typeof endpoint>;
export type NatGateway = z.output<typeof natGateway>;
export type SecurityGroup = z.output<typeof securityGroup>;

/** Asks about a network. All questions only read. */
export interface NetworkQuestions {
  subnets(ids: readonly string[], signal: AbortSignal): Promise<Found<readonly Subnet[]>>;
  routeTables(vpcId: string, signal: AbortSignal): Promise<Found<readonly RouteTable[]>>;
  endpoints(vpcId: string, signal: AbortSignal): Promise<Found<readonly Endpoint[]>>;
  natGateways(ids: readonly string[], signal: AbortSignal): Promise<Found<readonly NatGateway[]>>;
  securityGroups(ids: readonly string[], signal: AbortSignal): Promise<Found<readonly SecurityGroup[]>>;
}

const VERSION = "2016-11-15";
const FORM = { "content-type": "application/x-www-form-urlencoded" } as const;

const numbered = (name: string, values: readonly string[]): Record<string, string> =>
  Object.fromEntries(values.map((value, i) => [`${name}.${i + 1}`, value]));
const ofNetwork = (vpcId: string): Record<string, string> => ({ "Filter.1.Name": "vpc-id", "Filter.1.Value.1": vpcId });

export function networkQuestions(aws: AwsCall, region: string): NetworkQuestions {
  const at = { service: "ec2", region, host: `ec2.${region}.amazonaws.com`, headers: FORM };
  const asking =
    <T>(action: string, schema: z.ZodType<T>) =>
    async (parameters: Readonly<Record<string, string>>, signal: AbortSignal): Promise<Found<T>> => {
      const body = new URLSearchParams({ Action: action, Version: VERSION, ...parameters }).toString();
      const { status, text: answer } = await aws({ ...at, body }, signal);
      if (status !== 200) return { refusal: refusalOf(action, answer) };
      const read = z.object({ [`${action}Response`]: schema }).safeParse(parseXML(answer));
      const found = read.data?.[`${action}Response`];
      return found === undefined ? { refusal: `${action}: the answer cannot be read` } : { found };
    };
  const ask = {
    subnets: asking("DescribeSubnets", listed("subnetSet", subnet)),
    routeTables: asking("DescribeRouteTables", listed("routeTableSet", routeTable)),
    endpoints: asking("DescribeVpcEndpoints", listed("vpcEndpointSet", endpoint)),
    natGateways: asking("DescribeNatGateways", listed("natGatewaySet", natGateway)),
    securityGroups: asking("DescribeSecurityGroups", listed("securityGroupInfo", securityGroup)),
  };
  return {
    subnets: (ids, signal) => ask.subnets(numbered("SubnetId", ids), signal),
    routeTables: (vpcId, signal) => ask.routeTables(ofNetwork(vpcId), signal),
    endpoints: (vpcId, signal) => ask.endpoints(ofNetwork(vpcId), signal),
    natGateways: (ids, signal) => ask.natGateways(numbered("NatGatewayId", ids), signal),
    securityGroups: (ids, signal) => ask.securityGroups(numbered("GroupId", ids), signal),
  };
}

/** Returns a text such as `DescribeSubnets: InvalidSubnetID.NotFound, The subnet ID 'subnet-1' does not exist`. */
function refusalOf(action: string, answer: string): string {
  const [, code] = /<Code>([^<]+)<\/Code>/.exec(answer) ?? [];
  return `${action}: ${code === undefined ? "" : `${code}, `}${messageIn(answer)}`;
}
