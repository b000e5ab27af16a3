import { BlockList, isIP } from "node:net";
import { plainAddress } from "./special-addresses.ts";

export interface AllowList {
  hasHost(host: string): boolean;
  /** Takes an address in the form that `plainAddress` returns. */
  hasAddress(address: string): boolean;
}

const familyOf = (address: string) => (isIP(address) === 4 ? "ipv4" : "ipv6");

function addRange(list: BlockList, entry: string): void {
  const [network = "", prefixText = "", ...rest] = entry.split("/");
  const prefix = Number(prefixText);
  const isRange = isIP(network) !== 0 && /^\d{1,3}$/.test(prefixText) && rest.length === 0;
  if (!isRange || prefix > (isIP(network) === 4 ? 32 : 128)) throw new RangeError(`not an address range: ${entry}`);
  list.addSubnet(network, prefix, familyOf(network));
}

/**
 * Reads the private destinations that a deployment permits (D12): ranges (`10.0.0.0/8`), addresses (`::1`) and exact
 * host names. Throws RangeError for any other entry, so that a typing error does not permit or forbid anything
 * unnoticed.
 */
export function allowList(entries: readonly string[]): AllowList {
  const ranges = new BlockList();
  const hosts = new Set<string>();
  for (const raw of entries) {
    const entry = raw.trim().toLowerCase();
    if (entry.includes("/")) addRange(ranges, entry);
    else if (isIP(entry) !== 0) ranges.addAddress(plainAddress(entry), familyOf(plainAddress(entry)));
    else if (/^[\p{L}\p{N}_]([\p{L}\p{N}._-]*[\p{L}\p{N}])?$/u.test(entry)) hosts.add(entry);
    else throw new RangeError(`not an address, range or host name: ${raw}`);
  }
  return {
    hasHost: (host) => hosts.has(host),
    hasAddress: (address) => ranges.check(address, familyOf(address)),
  };
}
