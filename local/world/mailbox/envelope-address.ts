import { domainToASCII } from "node:url";

/** The form in which two spellings of one address are equal: lower case, the domain in ASCII (IDNA). */
export function comparableAddress(address: string): string {
  const at = address.lastIndexOf("@");
  const domain = address.slice(at + 1).toLowerCase();
  // An address literal or a malformed domain has no ASCII form; it is compared as it is.
  return `${address.slice(0, at + 1).toLowerCase()}${domainToASCII(domain) || domain}`;
}
