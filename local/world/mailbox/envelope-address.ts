import { domainToASCII } from "node:url";

/** Returns a form in which all spellings of an address are equal: lower case, with the domain in ASCII (IDNA). */
export function comparableAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  // An address literal or a malformed domain has no ASCII form and is compared as it is.
  return `${address.slice(0, at + 1).toLowerCase()}${domainToASCII(domain) || domain}`;
}
