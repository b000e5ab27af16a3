import { lookup as systemLookup } from "node:dns";
import { isIP, isIPv4 } from "node:net";
import { allowList } from "./allow-list.ts";
import { isPublicAddress, plainAddress } from "./special-addresses.ts";

export interface VettedAddress {
  readonly address: string;
  readonly family: 4 | 6;
}

/** Thrown when a host stands for no address that this deployment may connect to (D12). Trying again does not help. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

/** Thrown when a name has no address or the resolver does not answer in time. May pass. */
export class AddressUnresolvedError extends Error {
  override readonly name = "AddressUnresolvedError";
}

export interface AddressGuard {
  /**
   * The addresses of a host that may be connected to: at least one, at most MAX_ADDRESSES. Connect to exactly these and
   * never to the name again, else a second answer of the resolver goes unvetted (DNS rebinding).
   */
  resolve(host: string): Promise<readonly VettedAddress[]>;
}

/** Answers every address of a name; the default is the system's resolver. */
type ResolveName = (name: string) => Promise<readonly string[]>;

export interface AddressGuardOptions {
  /** Private ranges, addresses and host names that the deployment permits. */
  readonly allow: readonly string[];
  readonly resolveName?: ResolveName;
  readonly timeoutMs?: number;
}

const RESOLVE_TIMEOUT_MS = 5_000;
const MAX_ADDRESSES = 6;

const resolveBySystem: ResolveName = (name) =>
  new Promise((resolve, reject) => {
    systemLookup(name, { all: true }, (error, found) => {
      if (error) reject(error);
      else resolve(found.map(({ address }) => address));
    });
  });

/**
 * The host as the URL standard reads it: lower case, IDNA in ASCII, and every spelling of an IPv4 address (decimal, hex,
 * octal, short) as dotted. What the standard cannot read is no host.
 */
function canonicalHost(host: string): string {
  const bare = host.trim().replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) !== 0) return bare.toLowerCase();
  if (/[/?#@\\:\s]/.test(bare) || !URL.canParse(`http://${bare}/`))
    throw new AddressRefusedError(`${bare} is not a host`);
  return new URL(`http://${bare}/`).hostname;
}

async function withinTime<T>(work: Promise<T>, host: string, timeoutMs: number): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const lateness = new Promise<never>((_, reject) => {
    const late = new AddressUnresolvedError(`${host} could not be resolved within ${timeoutMs} ms`);
    timer = setTimeout(() => reject(late), timeoutMs);
  });
  try {
    return await Promise.race([work, lateness]);
  } finally {
    clearTimeout(timer);
  }
}

/** Decides where outgoing connections may go. Throws RangeError on an allow-list that cannot be read. */
export function addressGuard(options: AddressGuardOptions): AddressGuard {
  const { resolveName = resolveBySystem, timeoutMs = RESOLVE_TIMEOUT_MS } = options;
  const allowed = allowList(options.allow);

  async function addressesOf(host: string): Promise<readonly string[]> {
    if (isIP(host) !== 0) return [host];
    try {
      return await withinTime(resolveName(host), host, timeoutMs);
    } catch (cause) {
      if (cause instanceof AddressUnresolvedError) throw cause;
      throw new AddressUnresolvedError(`${host} could not be resolved`, { cause });
    }
  }

  return {
    async resolve(host) {
      const name = canonicalHost(host);
      const found = [...new Set((await addressesOf(name)).map(plainAddress))].filter((address) => isIP(address) !== 0);
      if (found.length === 0) throw new AddressUnresolvedError(`${name} has no address`);
      const isNamed = allowed.hasHost(name.replace(/\.$/, ""));
      const open = found.filter((address) => isNamed || isPublicAddress(address) || allowed.hasAddress(address));
      if (open.length === 0) throw new AddressRefusedError(`${name} is not a public address`);
      return open.slice(0, MAX_ADDRESSES).map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
    },
  };
}
