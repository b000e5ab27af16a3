import { Resolver } from "node:dns/promises";
import { hostsFile } from "./hosts-file.ts";

/** Answers every address of a name; stops asking when the signal says so. Throws where there is none. */
export type ResolveName = (name: string, signal: AbortSignal) => Promise<readonly string[]>;

export interface SystemNamesOptions {
  /** As `node:dns` takes them; those of the system when they are left out. */
  readonly servers?: readonly string[] | undefined;
  readonly hostsFile?: string;
}

const HOSTS_FILE = "/etc/hosts";
/** RFC 6761 section 6.3: these names never leave the machine. */
const LOCALHOST = /^(?:.+\.)?localhost$/;
const LOOPBACK = ["127.0.0.1", "::1"];

/** A datagram may be lost, and the first of several servers may be down: each is asked again before the caller's time is over. */
const QUESTION = { timeout: 1_000, tries: 3 } as const;
/** Some servers never answer for addresses of one family. The other family's must not wait for them for long (RFC 8305 section 3). */
const OTHER_FAMILY_MS = 500;
/** Where only IPv6 has answered, a lost question for IPv4 is repeated first: many networks reach no IPv6 address. */
const IPV4_MS = QUESTION.timeout + OTHER_FAMILY_MS;

/**
 * The names as a system resolver knows them: the hosts file, then the name servers, without search domains. In place of `dns.lookup`,
 * which cannot be cancelled: each name that no server answers would hold one of Node's four pool threads for many seconds.
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
  // One for each look-up: cancelling ends whatever its resolver asks.
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

/** The addresses of both families in turn. One family is enough. */
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
