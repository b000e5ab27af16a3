import { domainToAscii, isDnsName } from "./domain-name.ts";

/** An address has at most 64 octets before the at sign, and 254 in all (RFC 5321 section 4.5.3.1). */
const MAX_LOCAL_OCTETS = 64;
const MAX_ADDRESS_OCTETS = 254;

/** Angle brackets are symbols in Unicode (`\p{S}`), but one would end the address in `RCPT TO:<...>`. */
const ANGLE_BRACKET = /[<>]/;

/** The part before the at sign: RFC 5322 atext and the characters of RFC 6531, joined by dots; no quoted strings or comments. */
const LOCAL_PART = /^[\p{L}\p{N}\p{M}\p{S}!#$%&'*+\-/=?^_`{|}~]+(?:\.[\p{L}\p{N}\p{M}\p{S}!#$%&'*+\-/=?^_`{|}~]+)*$/u;

const octets = (text: string): number => new TextEncoder().encode(text).length;

/** An address has the form `local@domain` (D13). */
export function isEmailAddress(address: string): boolean {
  const at = address.lastIndexOf("@");
  if (at < 1) return false;
  const local = address.slice(0, at);
  if (octets(address) > MAX_ADDRESS_OCTETS || octets(local) > MAX_LOCAL_OCTETS) return false;
  if (!LOCAL_PART.test(local) || ANGLE_BRACKET.test(local)) return false;
  const domain = domainToAscii(address.slice(at + 1));
  return domain !== undefined && isDnsName(domain);
}

/** Gives the part after the at sign, in ASCII and lower case. */
export function domainOf(address: string): string {
  const domain = address.slice(address.lastIndexOf("@") + 1);
  return domainToAscii(domain) ?? domain.toLowerCase();
}
