import { isIP, isIPv4 } from "node:net";
import type { Owner } from "../owner.ts";
import { allowList } from "./allow-list.ts";
import { withinDeadline } from "./deadline.ts";
import { type OwnerTurns, ownerTurns } from "./owner-turns.ts";
import { isPublicAddress, plainAddress } from "./special-addresses.ts";
import { type ResolveName, systemNames } from "./system-names.ts";

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
   * never to the name again, else a second answer of the resolver goes unvetted (DNS rebinding). A few names of one owner are looked up
   * at a time: throws TurnPostponedError for one whose turn has not come.
   */
  resolve(host: string, owner: Owner): Promise<readonly VettedAddress[]>;
}

export interface AddressGuardOptions {
  /** Private ranges, addresses and host names that the deployment permits. */
  readonly allow: readonly string[];
  /** Name servers as `node:dns` takes them; those of the system when they are left out. */
  readonly servers?: readonly string[];
  readonly resolveName?: ResolveName;
  readonly lookups?: OwnerTurns;
  readonly timeoutMs?: number;
}

const RESOLVE_TIMEOUT_MS = 5_000;
const MAX_ADDRESSES = 6;

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

/** Decides where outgoing connections may go. Throws RangeError on an allow-list that cannot be read. */
export function addressGuard(options: AddressGuardOptions): AddressGuard {
  const { resolveName = systemNames({ servers: options.servers }), timeoutMs = RESOLVE_TIMEOUT_MS } = options;
  const lookups = options.lookups ?? ownerTurns();
  const allowed = allowList(options.allow);
  const underWay = new Map<string, Promise<readonly string[]>>();

  async function lookedUp(name: string): Promise<readonly string[]> {
    const work = (signal: AbortSignal) =>
      resolveName(name, signal).catch((cause: unknown) => {
        throw new AddressUnresolvedError(`${name} could not be resolved`, { cause });
      });
    const found = await withinDeadline<readonly string[] | undefined>(timeoutMs, work, () => undefined);
    if (found === undefined) throw new AddressUnresolvedError(`${name} could not be resolved within ${timeoutMs} ms`);
    return found;
  }

  /** The many mails of one account share a look-up, which is over before the next one begins: no answer is kept. */
  function addressesOf(name: string, owner: Owner): Promise<readonly string[]> {
    const key = `${name} ${owner}`;
    const shared = underWay.get(key);
    if (shared !== undefined) return shared;
    const begun = lookups.run(owner, () => lookedUp(name)).finally(() => underWay.delete(key));
    underWay.set(key, begun);
    return begun;
  }

  return {
    async resolve(host, owner) {
      const name = canonicalHost(host);
      const answered = isIP(name) === 0 ? await addressesOf(name, owner) : [name];
      const found = [...new Set(answered.map(plainAddress))].filter((address) => isIP(address) !== 0);
      if (found.length === 0) throw new AddressUnresolvedError(`${name} has no address`);
      const isNamed = allowed.hasHost(name.replace(/\.$/, ""));
      const open = found.filter((address) => isNamed || isPublicAddress(address) || allowed.hasAddress(address));
      if (open.length === 0) throw new AddressRefusedError(`${name} is not a public address`);
      return open.slice(0, MAX_ADDRESSES).map((address) => ({ address, family: isIPv4(address) ? 4 : 6 }));
    },
  };
}
