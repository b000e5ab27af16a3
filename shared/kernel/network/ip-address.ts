/**
 * Returns the eight groups of an IPv6 address in hexadecimal, or undefined for everything else, including an address
 * with a zone.
 */
export function ipv6Groups(address: string): readonly string[] | undefined {
  // The URL standard writes an address in hexadecimal groups only, with one "::" at most.
  const written = address.includes(":") ? URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) : undefined;
  if (written === undefined) return undefined;
  const [left = [], right = []] = written.split("::").map((half) => half.split(":").filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
}

/** Returns the last 32 bits as a dotted IPv4 address: `10.0.0.1` for `64:ff9b::a00:1`. */
export function ipv4Within(groups: readonly string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const isMappedIpv4 = (groups: readonly string[]): boolean => groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";

/**
 * Returns what identifies one subscriber: an IPv4 address, also when it is written as IPv6, or the IPv6 network of 64
 * bits, in which one subscriber can use any address. Any other text is answered as it is.
 */
export function subscriberNetwork(address: string): string {
  const groups = ipv6Groups(address);
  if (groups === undefined) return address;
  return isMappedIpv4(groups) ? ipv4Within(groups) : `${groups.slice(0, 4).join(":")}::/64`;
}
