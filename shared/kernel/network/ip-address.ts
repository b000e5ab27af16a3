/** The eight groups of an IPv6 address in hexadecimal; undefined for everything else, an address with a zone included. */
export function ipv6Groups(address: string): readonly string[] | undefined {
  // The URL standard's writing: hexadecimal groups only, one "::" at most.
  const written = address.includes(":") ? URL.parse(`http://[${address}]/`)?.hostname.slice(1, -1) : undefined;
  if (written === undefined) return undefined;
  const [left = [], right = []] = written.split("::").map((half) => half.split(":").filter(Boolean));
  return [...left, ...Array<string>(8 - left.length - right.length).fill("0"), ...right];
}

/** The last 32 bits as dotted IPv4: those of `64:ff9b::a00:1` are `10.0.0.1`. */
export function ipv4Within(groups: readonly string[]): string {
  const [high = 0, low = 0] = groups.slice(6).map((group) => Number.parseInt(group, 16));
  return [high >> 8, high & 255, low >> 8, low & 255].join(".");
}

const isMappedIpv4 = (groups: readonly string[]): boolean => groups.slice(0, 6).join(":") === "0:0:0:0:0:ffff";

/**
 * The addresses of one subscriber: an IPv4 address, written as IPv6 or not, or a network of 64 bits, in which anybody has any number of
 * addresses. Any other text as it is.
 */
export function subscriberNetwork(address: string): string {
  const groups = ipv6Groups(address);
  if (groups === undefined) return address;
  return isMappedIpv4(groups) ? ipv4Within(groups) : `${groups.slice(0, 4).join(":")}::/64`;
}
