import { BlockList, isIPv4 } from "node:net";
import { ipv4Within, ipv6Groups } from "./ip-address.ts";

/**
 * The networks that are not part of the public internet, from IANA's special-purpose registries (RFC 6890), and two
 * addresses that clouds use for themselves. 6to4 and Teredo are closed entirely, since their addresses contain an IPv4
 * address that would not be checked.
 */
const CLOSED_IPV4: readonly (readonly [string, number])[] = [
  ["0.0.0.0", 8], // "this network", unspecified
  ["10.0.0.0", 8], // private (RFC 1918)
  ["100.64.0.0", 10], // carrier-grade NAT (RFC 6598), and a cloud's metadata address
  ["127.0.0.0", 8], // loopback; on Lambda the runtime API
  ["168.63.129.16", 32], // a cloud's host agent
  ["169.254.0.0", 16], // link-local, metadata
  ["172.16.0.0", 12], // private
  ["192.0.0.0", 24], // protocol assignments, a cloud's metadata address
  ["192.0.2.0", 24], // documentation (RFC 5737)
  ["192.31.196.0", 24], // AS112 (RFC 7535)
  ["192.52.193.0", 24], // AMT (RFC 7450)
  ["192.88.99.0", 24], // 6to4 relays (RFC 7526)
  ["192.168.0.0", 16], // private
  ["192.175.48.0", 24], // AS112 (RFC 7534)
  ["198.18.0.0", 15], // benchmarks (RFC 2544)
  ["198.51.100.0", 24], // documentation
  ["203.0.113.0", 24], // documentation
  ["224.0.0.0", 4], // multicast
  ["240.0.0.0", 4], // reserved, broadcast
];

/** The closed networks inside global unicast (2000::/3). Everything outside global unicast is closed anyway. */
const CLOSED_IPV6: readonly (readonly [string, number])[] = [
  ["2001::", 23], // protocol assignments: Teredo, benchmarks, ORCHID
  ["2001:db8::", 32], // documentation (RFC 3849)
  ["2002::", 16], // 6to4
  ["2620:4f:8000::", 48], // AS112
  ["3fff::", 20], // documentation (RFC 9637)
];

const closedIpv4 = new BlockList();
for (const [network, prefix] of CLOSED_IPV4) closedIpv4.addSubnet(network, prefix, "ipv4");
const closedIpv6 = new BlockList();
for (const [network, prefix] of CLOSED_IPV6) closedIpv6.addSubnet(network, prefix, "ipv6");
const globalUnicast = new BlockList();
globalUnicast.addSubnet("2000::", 3, "ipv6");
const mapped = new BlockList();
mapped.addSubnet("::ffff:0:0", 96, "ipv6");
const nat64 = new BlockList();
nat64.addSubnet("64:ff9b::", 96, "ipv6");

const embeddedIpv4 = (address: string): string => ipv4Within(ipv6Groups(address) ?? []);

/**
 * Returns the IPv4 address of an IPv4-mapped IPv6 address, because the operating system connects to the IPv4 address.
 * Other addresses are returned unchanged.
 */
export function plainAddress(address: string): string {
  return !isIPv4(address) && mapped.check(address, "ipv6") ? embeddedIpv4(address) : address;
}

/**
 * Tells whether an address in the form of `plainAddress` belongs to the public internet. A NAT64 address is judged by
 * the IPv4 address that it contains.
 */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !closedIpv4.check(address, "ipv4");
  if (address.includes("%")) return false;
  if (nat64.check(address, "ipv6")) return isPublicAddress(embeddedIpv4(address));
  return globalUnicast.check(address, "ipv6") && !closedIpv6.check(address, "ipv6");
}
