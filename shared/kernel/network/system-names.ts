import { Resolver } from "node:dns/promises";
import { hostsFile } from "./hosts-file.ts";

/** Returns all addresses of a name and throws when there is none. It stops asking when the signal fires. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface SystemNamesOptions {
  /** Name servers in the format of `node:dns`; the default are those of the system. */
  readonly servers?: readonly string[] | undefined;
  readonly hostsFile?: string;
}

const HOSTS_FILE = "/etc/hosts";
/** These names never leave the machine (RFC 6761 section 6.3). */
const LOCALHOST = /^(?:.+\.)?localhost$/;
const LOOPBACK = ["127.0.0.1", "::1"];

/**
 * A datagram may be lost and the first of several servers may be down, so each is asked again before the caller's time
 * is over.
 */
const QUESTION = { timeout: 1_000, tries: 3 } as const;
/**
 * Some servers never answer for one of the two families. The addresses of the other family wait only this long for them
 * (RFC 8305 section 3).
 */
const OTHER_FAMILY_MS = 500;
/**
 * When only IPv6 has answered, there is time to repeat a lost question for IPv4, since many networks cannot reach IPv6
 * addresses.
 */
const IPV4_MS = QUESTION.timeout + OTHER_FAMILY_MS;

/**
 * Resolves names as the system does, from the hosts file and then from the name servers, but without search domains. It
 * replaces `dns.lookup`, which cannot be cancelled: each name that no server answers would occupy one of Node's four
 * pool threads for many seconds.
 */
export function systemNames(options: SystemNamesOptions = {}): ResolveName {
  const hosts = hostsFile(options.hostsFile ?? HOSTS_FILE);
  return async (name, signal) => {
    const bare = name.replace(/\.$/, "");
    const known = await hosts.addressesOf(bare);
    if (known.length > 0) return known;
    return LOCALHOST.test(bare) ? LOOPBACK : askServers(name, options.servers, signal);
  };
}

async function askServers(
  name: string,
  servers: readonly string[] | undefined,
  signal: AbortSignal,
): Promise<readonly string[]> {
  // Each look-up has its own resolver, because cancelling ends all questions of a resolver.
  const resolver = new Resolver(QUESTION);
  if (servers) resolver.setServers([...servers]);
  const cancel = (): void => resolver.cancel();
  signal.addEventListener("abort", cancel, { once: true });
  try {
    signal.throwIfAborted();
    return await ofBothFamilies(resolver, name);
  } finally {
    signal.removeEventListener("abort", cancel);
  }
}

/** Returns the addresses of both families alternately. Addresses of one family suffice. */
async function ofBothFamilies(resolver: Resolver, name: string): Promise<readonly string[]> {
  const families = [resolver.resolve4(name), resolver.resolve6(name)];
  const waitMs = await Promise.any(
    families.map((family, i) => family.then(() => (i === 0 ? OTHER_FAMILY_MS : IPV4_MS))),
  );
  const late = setTimeout(() => resolver.cancel(), waitMs);
  const [ipv4 = [], ipv6 = []] = (await Promise.allSettled(families)).map((family) =>
    family.status === "fulfilled" ? family.value : [],
  );
  clearTimeout(late);
  return Array.from({ length: Math.max(ipv4.length, ipv6.length) }, (_, i) => [
    ...ipv4.slice(i, i + 1),
    ...ipv6.slice(i, i + 1),
  ]).flat();
}
