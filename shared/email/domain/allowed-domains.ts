import type { CallerOrigin } from "../../kernel/caller-origin.ts";
import { domainToAscii } from "./domain-name.ts";
import { domainOf } from "./email-address.ts";

const asciiSet = (domains: readonly string[]): Set<string> =>
  new Set(domains.map((domain) => domainToAscii(domain) ?? domain.toLowerCase()));

/** D14: exact match of the address's domain; an empty list allows everything. Answers the first address that is not allowed. */
export function untrustedAddress(trustedDomains: readonly string[], addresses: readonly string[]): string | undefined {
  if (trustedDomains.length === 0) return undefined;
  const trusted = asciiSet(trustedDomains);
  return addresses.find((address) => !trusted.has(domainOf(address)));
}

/** D14: the host of `Origin`, else of `Referer`, must be listed; port ignored; neither header is a refusal. */
export function isOriginAllowed(
  apiAllowedDomains: readonly string[],
  { origin, referer, isOwner = false }: CallerOrigin,
): boolean {
  if (apiAllowedDomains.length === 0 || isOwner) return true;
  const host = URL.parse(origin || referer || "")?.hostname;
  return host !== undefined && host !== "" && asciiSet(apiAllowedDomains).has(host);
}
