import * as z from "zod";

const flag = z.union([z.boolean(), z.stringbool()]);
/** Ids have eight hexadecimal digits, or seventeen if they are from 2016 or later. */
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

/** Lambda takes no more subnets and groups than these (AWS Lambda API Reference, "VpcConfig"). */
const MAX_SUBNETS = 16;
const MAX_GROUPS = 5;

/**
 * These settings name an existing network from which the functions connect to mail servers. Without `vpcId` the
 * functions run outside any network, reach only public servers, and have changing addresses.
 */
export const networkShape = {
  vpcId: idOf("vpc").optional(),
  /**
   * These private subnets have a route to the internet (docs/deploy.md). With two subnets in two availability zones,
   * mail still leaves when one zone fails.
   */
  subnetIds: idsOf("subnet", MAX_SUBNETS),
  /** Without these groups the stack creates a group that lets nothing in. */
  securityGroupIds: idsOf("sg", MAX_GROUPS),
  /** Says whether mail may leave over IPv6 too. Each subnet must then have IPv6 addresses. */
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

/** Reports an incomplete network, and allowed private addresses that no function could reach. */
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

/** Returns undefined without a network. Call it only when there are no problems. */
export const networkSettings = ({ vpcId, subnetIds, securityGroupIds, vpcIpv6 }: Given): NetworkSettings | undefined =>
  vpcId === undefined ? undefined : { vpcId, subnetIds, securityGroupIds, isDualStack: vpcIpv6 };
