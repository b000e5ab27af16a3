import { type Finding, failed } from "./check.ts";
import type { Endpoint, Route, RouteTable } from "./network-questions.ts";

/**
 * Functions that send mail call these services. Chat also needs `social-messaging`, but the settings do not say whether
 * it is used.
 */
const CALLED = ["dynamodb", "s3", "sqs", "kms"] as const;
/** These services have free gateway endpoints in route tables. */
const FREE = ["dynamodb", "s3"] as const;
const EVERYWHERE = "0.0.0.0/0";

export interface OpenWay {
  readonly problem?: undefined;
  readonly seen: readonly string[];
  readonly advice?: string;
  readonly natGatewayIds: readonly string[];
}
type WayOut = OpenWay | { readonly problem: Finding };

interface Way {
  readonly subnetId: string;
  readonly tableId: string;
  readonly route: Route | undefined;
}

/** Finds where packets from these subnets leave the network, and how AWS's services are reached from them. */
export function wayOut(
  subnetIds: readonly string[],
  tables: readonly RouteTable[],
  endpoints: readonly Endpoint[],
): WayOut {
  const ways = subnetIds.map((subnetId) => wayOf(subnetId, tables));
  const problem = ways.map(problemOf).find((one) => one !== undefined) ?? closedProblem(ways, endpoints);
  if (problem !== undefined) return { problem };
  const isClosed = ways.some(({ route }) => route === undefined);
  const natGatewayIds = [...new Set(ways.flatMap(({ route }) => route?.natGatewayId ?? []))];
  const others = ways.filter(({ route }) => route !== undefined && route.natGatewayId === undefined);
  const paid = FREE.filter((service) => !ways.every(({ tableId }) => leadsTo(service, tableId, endpoints)));
  const advice = adviceOf({ isClosed, hasOthers: others.length > 0, paid });
  return {
    seen: [
      ...(natGatewayIds.length > 0 ? [`through ${natGatewayIds.join(", ")}`] : []),
      ...others.map(({ subnetId }) => `${subnetId} through something that is no NAT gateway`),
      ...(isClosed ? ["some subnets have no way out: they reach mail servers of the network only"] : []),
      ...(paid.length > 0 ? [`no gateway endpoint of ${paid.join(" and ")}`] : []),
    ],
    ...(advice !== undefined && { advice }),
    natGatewayIds,
  };
}

/** Returns the way out of a subnet. A subnet uses its own route table, or else the main one of the network. */
function wayOf(subnetId: string, tables: readonly RouteTable[]): Way {
  const own = tables.find(({ associationSet }) => associationSet.some((one) => one.subnetId === subnetId));
  const table = own ?? tables.find(({ associationSet }) => associationSet.some(({ main }) => main === "true"));
  const route = table?.routeSet.find(({ destinationCidrBlock }) => destinationCidrBlock === EVERYWHERE);
  return { subnetId, tableId: table?.routeTableId ?? "", route };
}

function problemOf({ subnetId, route }: Way): Finding | undefined {
  if (route?.state === "blackhole")
    return failed(`the way out of ${subnetId} ends nowhere: what it led to is gone`, "give its route table another");
  if (route?.gatewayId?.startsWith("igw-"))
    return failed(
      `${subnetId} is public: functions have no public address, and nothing of theirs passes ${route.gatewayId}`,
      "take private subnets, whose route table leads to a NAT gateway (docs/deploy.md)",
    );
  return undefined;
}

/** Reports services without an endpoint. Without a route to the outside, each service must have one. */
function closedProblem(ways: readonly Way[], endpoints: readonly Endpoint[]): Finding | undefined {
  for (const { subnetId, tableId } of ways.filter(({ route }) => route === undefined)) {
    const missing = CALLED.filter((service) => !leadsTo(service, tableId, endpoints));
    if (missing.length > 0)
      return failed(
        `${subnetId} has no way out, and none to ${missing.join(", ")}`,
        "lead its route table to a NAT gateway, or add endpoints (docs/deploy.md)",
      );
  }
  return undefined;
}

/**
 * Says whether an endpoint leads from a route table to a service. A gateway endpoint works for its route tables. Any
 * other endpoint works in the whole network if it has the service's own name.
 */
const leadsTo = (service: string, tableId: string, endpoints: readonly Endpoint[]): boolean =>
  endpoints.some(
    (one) =>
      one.serviceName.endsWith(`.${service}`) &&
      one.state.toLowerCase() === "available" &&
      (one.vpcEndpointType === "Gateway" ? one.routeTableIdSet.includes(tableId) : one.privateDnsEnabled === "true"),
  );

interface Seen {
  readonly isClosed: boolean;
  readonly hasOthers: boolean;
  readonly paid: readonly string[];
}

function adviceOf({ isClosed, hasOthers, paid }: Seen): string | undefined {
  if (isClosed) return "an identity provider outside is not reached either: test sends by access token fail";
  if (paid.length > 0) return "add gateway endpoints to the route tables: they cost nothing, and NAT is paid by the GB";
  return hasOthers ? "ask who runs that network which addresses mail leaves from" : undefined;
}
