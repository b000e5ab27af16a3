import * as z from "zod";

const flag = z.union([z.boolean(), z.stringbool()]);
/** Ids are eight hexadecimal digits long, or since 2016 seventeen. */
const idOf = (kind: string) =>
  z
    .string()
    .regex(new RegExp(`^${kind}-(?:[0-9a-f]{8}|[0-9a-f]{17})$`), `must be an id such as ${kind}-0123456789abcdef0`);
const idsOf = (kind: string, most: number) =>
  z
    .union([z.array(z.string()), z.string().transform((text) => text.split(/\s*,\s*/).filter(Boolean))])
    .pipe(
      z
        .array(idOf(kind))
        .max(most)
        .refine((ids) => new Set(ids).size === ids.length, "may not name one twice"),
    )
    .default([]);

/** As many as Lambda takes (AWS Lambda API Reference, "VpcConfig"). */
const MAX_SUBNETS = 16;
const MAX_GROUPS = 5;

/**
 * The settings of a deployment for a network that exists already, from which the functions speak to mail servers. All or none: without
 * `vpcId` they are outside of any, reach public servers only, and have an address that changes.
 */
export const networkShape = {
  vpcId: idOf("vpc").optional(),
  /** Private ones, with a way out: docs/deploy.md. Two, in two availability zones, go on when one fails. */
  subnetIds: idsOf("subnet", MAX_SUBNETS),
  /** Without them the stack makes one that lets nothing in. */
  securityGroupIds: idsOf("sg", MAX_GROUPS),
  /** Mail may leave by IPv6 too. Each subnet must have such addresses. */
  vpcIpv6: flag.default(false),
} as const;

const shape = z.object(networkShape);
type Given = z.output<typeof shape> & { readonly privateNetworkAllow: readonly string[] };

export interface NetworkSettings {
  readonly vpcId: string;
  readonly subnetIds: readonly string[];
  readonly securityGroupIds: readonly string[];
  readonly isDualStack: boolean;
}

interface Problem {
  readonly name: "vpcId" | "subnetIds" | "privateNetworkAllow";
  readonly message: string;
}

/** Parts of a network without the rest, and private addresses that are allowed where nobody reaches them. */
export function networkProblems({ vpcId, subnetIds, privateNetworkAllow, ...rest }: Given): readonly Problem[] {
  if (vpcId !== undefined)
    return subnetIds.length > 0 ? [] : [{ name: "subnetIds", message: "must be set when vpcId is set" }];
  const parts = {
    subnetIds: subnetIds.length > 0,
    securityGroupIds: rest.securityGroupIds.length > 0,
    vpcIpv6: rest.vpcIpv6,
  };
  const [part] = Object.entries(parts).flatMap(([name, isSet]) => (isSet ? [name] : []));
  const message = `must be set when ${part} is set`;
  const allowed =
    "opens addresses that no function reaches without a network: set vpcId and subnetIds, or leave it out";
  return [
    ...(part === undefined ? [] : [{ name: "vpcId" as const, message }]),
    ...(privateNetworkAllow.length === 0 ? [] : [{ name: "privateNetworkAllow" as const, message: allowed }]),
  ];
}

/** Undefined without a network; to be asked once there is no problem. */
export const networkSettings = ({ vpcId, subnetIds, securityGroupIds, vpcIpv6 }: Given): NetworkSettings | undefined =>
  vpcId === undefined ? undefined : { vpcId, subnetIds, securityGroupIds, isDualStack: vpcIpv6 };
