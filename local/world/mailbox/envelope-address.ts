import { domainToASCII } from "node:url";

/** Returns the same text for all spellings of an address: lower case, with the domain in ASCII (IDNA). */
export function comparableAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  // An address literal or a malformed domain has no ASCII form and is compared as it is.
  return `${address.slice(0, at + 1).toLowerCase()}${domainToASCII(domain) || domain}`;
}
