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

/** Thrown when a host has no address that this deployment may connect to (D12). Trying again does not help. */
export class AddressRefusedError extends Error {
  override readonly name = "AddressRefusedError";
}

/** Thrown when a name has no address or the resolver does not answer in time. A later try may succeed. */
export class AddressUnresolvedError extends Error {
  override readonly name = "AddressUnresolvedError";
}

export interface AddressGuard {
  /**
   * Returns the addresses of a host that may be connected to: at least one, at most MAX_ADDRESSES. Callers must connect
   * to exactly these and never to the name, because a second answer of the resolver would not have been checked (DNS
   * rebinding). Only a few names of one owner are looked up at the same time; a name whose turn does not come throws
   * TurnPostponedError.
   */
  resolve(host: string, owner: Owner): Promise<readonly VettedAddress[]>;
}

export interface AddressGuardOptions {
  /** Private ranges, addresses and host names that the deployment permits. */
  readonly allow: readonly string[];
  /** Name servers in the format of `node:dns`; the default are those of the system. */
  readonly servers?: readonly string[];
  readonly resolveName?: ResolveName;
  readonly lookups?: OwnerTurns;
  readonly timeoutMs?: number;
}

const RESOLVE_TIMEOUT_MS = 5_000;
const MAX_ADDRESSES = 6;

/**
 * Normalises a host as the URL standard does: lower case, IDNA as ASCII, and every form of an IPv4 address (decimal,
 * hex, octal, short) as dotted decimal. Throws for a text that the standard does not accept.
 */
function canonicalHost(host: string): string {
  const bare = host.trim().replace(/^\[(.*)\]$/, "$1");
  if (isIP(bare) !== 0) return bare.toLowerCase();
  if (/[/?#@\\:\s]/.test(bare) || !URL.canParse(`http://${bare}/`))
    throw new AddressRefusedError(`${bare} is not a host`);
  return new URL(`http://${bare}/`).hostname;
}

/** Decides where outgoing connections may go. Throws RangeError for an allow-list that cannot be read. */
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

  /** Look-ups of the same name for one owner at the same time share one question to the name server. Its answer is not kept. */
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
