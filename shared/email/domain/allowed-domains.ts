import type { CallerOrigin } from "../../kernel/caller-origin.ts";
import { domainToAscii } from "./domain-name.ts";
import { domainOf } from "./email-address.ts";

const asciiSet = (domains: readonly string[]): Set<string> =>
  new Set(domains.map((domain) => domainToAscii(domain) ?? domain.toLowerCase()));

/** An address needs exactly a listed domain, and an empty list allows all (D14). Returns the first address that is not allowed. */
export function untrustedAddress(trustedDomains: readonly string[], addresses: readonly string[]): string | undefined {
  if (trustedDomains.length === 0) return undefined;
  const trusted = asciiSet(trustedDomains);
  return addresses.find((address) => !trusted.has(domainOf(address)));
}

/** The host of `Origin`, or else of `Referer`, must be listed; the port is ignored, and without either header it is false (D14). */
export function isOriginAllowed(
  apiAllowedDomains: readonly string[],
  { origin, referer, isOwner = false }: CallerOrigin,
): boolean {
  if (apiAllowedDomains.length === 0 || isOwner) return true;
  const host = URL.parse(origin || referer || "")?.hostname;
  return host !== undefined && host !== "" && asciiSet(apiAllowedDomains).has(host);
}
