import type { CallerOrigin } from "../../kernel/caller-origin.ts";
import { domainToAscii } from "./domain-name.ts";
import { domainOf } from "./email-address.ts";

const asciiSet = (domains: readonly string[]): Set<string> =>
  new Set(domains.map((domain) => domainToAscii(domain) ?? domain.toLowerCase()));

/** Returns the first address whose domain is not exactly one of the listed ones. An empty list allows every address (D14). */
export function untrustedAddress(trustedDomains: readonly string[], addresses: readonly string[]): string | undefined {
  if (trustedDomains.length === 0) return undefined;
  const trusted = asciiSet(trustedDomains);
  return addresses.find((address) => !trusted.has(domainOf(address)));
}

/** True when the host of `Origin`, or else of `Referer`, is listed; false without both headers. The port is ignored (D14). */
export function isOriginAllowed(
  apiAllowedDomains: readonly string[],
  { origin, referer, isOwner = false }: CallerOrigin,
): boolean {
  if (apiAllowedDomains.length === 0 || isOwner) return true;
  const host = URL.parse(origin || referer || "")?.hostname;
  return host !== undefined && host !== "" && asciiSet(apiAllowedDomains).has(host);
}
